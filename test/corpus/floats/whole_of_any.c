// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Whole numbers next to any number, very large and very small ones, too.
#include <assert.h>
#include <math.h>
#include <sooth.h>

int main(void) {
  double x = sooth_nondet_double(), y = sooth_nondet_double();
  if (isnan(x) || isnan(y))
    return 0;
  assert(floor(x) <= x && x <= ceil(x));
#ifdef BUG
  if (x < y)
    assert(floor(x) < floor(y));
#else
  if (x < y)
    assert(floor(x) <= floor(y));
#endif
  assert(round(x) == floor(x) || round(x) == ceil(x));
  assert(trunc(round(x)) == round(x));
}
