// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <math.h>
#include <sooth.h>

int main(void) {
  unsigned n = sooth_nondet_uchar() & 15;
  float x = n / 4.0f;
  assert(floorf(x) <= x && fabsf(-x) == x);
#ifdef BUG
  assert(rintf(x) == roundf(x)); // ties to even, and away
#endif
  assert(!isnan(x) && isfinite(x));
}
