// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A pointer that changes its target in a loop without bound.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x = 0, y = 0;
  int *p = &x;
  while (sooth_nondet_bool()) {
    *p = 1;
    p = p == &x ? &y : &x;
  }
#ifdef BUG
  assert(y == 0);
#else
  assert(y == 0 || x == 1);
#endif
}
