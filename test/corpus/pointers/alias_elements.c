// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[3] = {0, 0, 0};
  unsigned i = sooth_nondet_uint(), j = sooth_nondet_uint();
  sooth_assume(i < 3 && j < 3);
#ifndef BUG
  sooth_assume(i != j);
#endif
  a[i] = 1;
  a[j] = 2;
  assert(a[i] == 1);
}
