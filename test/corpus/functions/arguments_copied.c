// RUN: %corpus %s
// EXPECT: unsafe --check=memory
// ARGV: long
#include <string.h>

int main(int argc, char **argv) {
  char name[4];
  if (argc == 2)
    strcpy(name, argv[1]);
}
