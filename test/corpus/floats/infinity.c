// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <math.h>
#include <sooth.h>

int main(void) {
  float large = 3e38f, x = sooth_nondet_bool() ? large : 1;
  float sum = x + x;
#ifdef BUG
  assert(sum > x && sum - x == x);
#endif
  assert(sum > x && (isinf(sum) || sum - x == x));
  assert(1 / sum >= 0 && -sum < 0);
  assert(isnan(sum - sum) == isinf(sum));
}
