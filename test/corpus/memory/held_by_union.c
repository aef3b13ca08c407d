// RUN: %corpus %s
// EXPECT: safe --check=leak
// EXPECT: unsafe --check=leak -DBUG
// NATIVE: leak
// Memory that only a union leads to, which is in a structure.
#include <stdlib.h>

union value {
  long number;
  char *text;
};
struct named {
  int kind;
  union value is;
} held;

int main(void) {
  held.kind = 1;
  held.is.text = malloc(10);
#ifdef BUG
  held.is.number = 0;
#endif
}
