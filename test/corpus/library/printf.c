// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Printing changes nothing.
#include <assert.h>
#include <sooth.h>
#include <stdio.h>

int main(void) {
  int x = sooth_nondet_int(), y = x;
  printf("");
#ifdef BUG
  fputs("", stderr);
  x &= 0xffff;
#endif
  assert(x == y);
}
