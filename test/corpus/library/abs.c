// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int x = sooth_nondet_int();
#ifndef BUG
  sooth_assume(x != -2147483647 - 1);
#endif
  assert(abs(x) >= 0);
}
