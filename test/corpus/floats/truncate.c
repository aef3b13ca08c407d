// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  signed char n = sooth_nondet_schar();
  double h = n / 2.0;
  int t = (int)h;
#ifdef BUG
  assert(t == n >> 1);
#else
  assert(t == n / 2);
#endif
}
