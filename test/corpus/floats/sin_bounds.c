// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unknown -DBUG
// TRY: 1
// The sine of a number is known at 0 and within its bounds only.
#include <assert.h>
#include <math.h>
#include <sooth.h>

int main(void) {
  int n = sooth_nondet_int();
  double y = sin(n), z = exp(n);
#ifdef BUG
  if (n == 1)
    assert(y > 0.9);
#else
  assert(y >= -1 && y <= 1 && z >= 0);
  if (n == 0)
    assert(y == 0 && z == 1);
#endif
}
