# Compiles the library: COMPILER FLAGS.
set -e
for name in list other; do
  $1 $2 -c src/$name.c -o $name.o
done
