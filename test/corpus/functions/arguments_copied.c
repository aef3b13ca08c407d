// RUN: %corpus %s
// EXPECT: unsafe --check=memory
// EXPECT: unsafe --check=memory -m32
// ARGV: long
#include <string.h>

int main(int argc, char **argv) {
  char name[4];
  if (argc == 2)
    strcpy(name, argv[1]);
}
