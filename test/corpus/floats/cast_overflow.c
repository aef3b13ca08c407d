// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG --check=float-cast
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned n = sooth_nondet_uint();
  float f = n;
#ifndef BUG
  if (n > 4000000000u)
    return 0;
#endif
  unsigned back = f; // 0xffffffff is rounded up
  assert(n > 1000 || back == n);
}
