// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x = sooth_nondet_int(), n = 0;
  int *p = x > 0 ? &x : 0;
  if (p && *p > 0)
    n = 1;
#ifdef BUG
  assert(n);
#else
  assert(n == (x > 0));
#endif
}
