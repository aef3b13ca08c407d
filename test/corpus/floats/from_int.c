// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// TRY: 2147483647 16777217
// A float has 24 bits, a double 53.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int n = sooth_nondet_int();
#ifdef BUG
  float f = n;
#else
  double f = n;
#endif
  assert(n == (long long)f);
}
