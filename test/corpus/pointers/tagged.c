// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// The lowest bit of an aligned address as a flag.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>

int main(void) {
  int x = 1;
  uintptr_t u = (uintptr_t)&x;
  assert((u & 1) == 0);
  _Bool flag = sooth_nondet_bool();
  u |= flag;
  int *p = (int *)(u & ~(uintptr_t)1);
  *p = 2;
#ifdef BUG
  assert(!(u & 1));
#else
  assert(x == 2 && (u & 1) == flag);
#endif
}
