// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>
#include <string.h>
#include <stdint.h>
int main(void) {
  int x = 1, y = 2; int *p = sooth_nondet_bool() ? &x : &y, *q; uintptr_t n;
  memcpy(&n, &p, sizeof p);
  memcpy(&q, &n, sizeof q);
  *q = 9;
#ifdef BUG
  assert(x == 9);
#else
  assert(p == q && x + y == (p == &x ? 11 : 10));
#endif
}
