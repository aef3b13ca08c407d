// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// A pointer through uintptr_t and back.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>

int main(void) {
  int x = 1, y = 2;
  int *p = sooth_nondet_bool() ? &x : &y;
  uintptr_t u = (uintptr_t)p;
  int *q = (int *)u;
  assert(q == p);
  *q = 3;
#ifdef BUG
  assert(x == 3);
#else
  assert(x == 3 || y == 3);
#endif
}
