// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int mc(int n) {
  if (n > 100)
    return n - 10;
  return mc(mc(n + 11));
}
int main(void) {
  int n = sooth_nondet_int();
#ifdef BUG
  sooth_assume(n > 98);
  assert(mc(n) == 91);
#else
  sooth_assume(n > -1000); /* so that it can be run */
  int r = mc(n);
  assert(n > 101 ? r == n - 10 : r == 91);
#endif
}
