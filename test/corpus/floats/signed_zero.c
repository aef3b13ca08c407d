// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <math.h>
#include <sooth.h>

int main(void) {
  float x = sooth_nondet_bool() ? 0.0f : -0.0f;
  assert(x == 0 && x == -x && x + 0.0f == 0);
  assert(1 / x == INFINITY || signbit(x));
#ifdef BUG
  assert(1 / x == INFINITY);
#endif
  assert(!signbit(x + 0.0f) && signbit(copysignf(2, x)) == signbit(x));
}
