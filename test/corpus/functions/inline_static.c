// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

static inline unsigned clamp(unsigned x, const unsigned limits[2]) {
  return x < limits[0] ? limits[0] : x > limits[1] ? limits[1] : x;
}
int main(void) {
  const unsigned limits[2] = {3, 9};
  unsigned x = clamp(sooth_nondet_uint(), limits);
#ifdef BUG
  assert(x > 3);
#else
  assert(x >= 3 && x <= 9);
#endif
}
