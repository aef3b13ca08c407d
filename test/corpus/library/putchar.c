// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// NATIVE: none
// What is printed is returned, unless that fails.
#include <assert.h>
#include <sooth.h>
#include <stdio.h>

int main(void) {
  int n = puts("text");
  int c = putchar(sooth_nondet_int());
#ifdef BUG
  assert(n >= 0 || c != 'x');
#else
  assert(n >= EOF);
  assert(c >= 0 && c <= 255 || c == EOF);
#endif
}
