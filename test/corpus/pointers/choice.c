// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A pointer to one of two variables.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x = 1, y = 2;
  int *p = sooth_nondet_bool() ? &x : &y;
  *p = 10;
#ifdef BUG
  assert(x == 10 || y != 10);
#else
  assert(x + y == 12 || x + y == 11);
#endif
}
