// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Two parameters may point to one variable.
#include <assert.h>
#include <sooth.h>

int f(int *a, int *b) {
  *a = 1;
  *b = 2;
  return *a;
}
int main(void) {
  int x, y;
  int *p = &x, *q = sooth_nondet_bool() ? &x : &y;
  int r = f(p, q);
#ifdef BUG
  assert(r == 1);
#else
  assert(r == (p == q ? 2 : 1));
#endif
}
