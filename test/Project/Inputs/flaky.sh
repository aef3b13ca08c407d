#!/bin/sh
# A launcher that loses what it is given first, and cuts off the second answer.
# flaky.sh FOLDER COMMAND...
folder=$1; shift
for i in 1 2; do
  if mkdir "$folder/$i" 2> /dev/null; then
    [ $i = 1 ] && exit 1
    "$@" | head -c 100
    exit 0
  fi
done
exec "$@"
