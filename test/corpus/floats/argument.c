// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32 -msse2
// EXPECT: unknown -m32
#include <assert.h>
#include <sooth.h>

static double average(double a, double b) { return (a + b) / 2; }
int main(void) {
  int n = sooth_nondet_uchar();
  double m = average(n, n + 1);
#ifdef BUG
  assert(m <= 255);
#else
  assert(m == n + 0.5);
#endif
}
