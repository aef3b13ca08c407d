// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Quotient and remainder of any two numbers.
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned a = sooth_nondet_uint(), b = sooth_nondet_uint();
  sooth_assume(b > 0);
  unsigned quotient = 0, rest = a;
  while (rest >= b) {
    rest -= b;
    quotient++;
  }
#ifdef BUG
  assert(a == quotient * b + rest + 1);
#else
  assert(a == quotient * b + rest);
#endif
  assert(rest < b);
}
