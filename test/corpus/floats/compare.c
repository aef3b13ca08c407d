// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// NaN is not equal to itself.
#include <assert.h>
#include <sooth.h>

double any(void) {
  union { unsigned long long u; double d; } x = {sooth_nondet_ulonglong()};
  return x.d;
}
int main(void) {
  double d = any();
#ifdef BUG
  sooth_assume(d != 1);
  assert(d < 1 || d > 1 || d == d + 1);
#else
  assert(d == d || !(d < 1 || d >= 1));
#endif
}
