// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// Tags that are set and taken away in one variable, in all ways.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
int main(void) {
  int x = 5, y = 6;
  uintptr_t t = (uintptr_t)(sooth_nondet_int() ? &x : &y) | 1;
  int *q = (int *)(t & ~(uintptr_t)1);
  assert(*q == 5 || *q == 6);
  int *r = (int *)(t - 1);
  assert(r == q);
  int *s = (int *)(t ^ 1);
  assert(s == q);
#ifdef BUG
  assert(*q == 5);
#endif
}
