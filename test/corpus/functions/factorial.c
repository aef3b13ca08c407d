// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

unsigned factorial(unsigned n) { return n == 0 ? 1 : n * factorial(n - 1); }
int main(void) {
  unsigned n = sooth_nondet_uint();
  sooth_assume(n <= 5);
#ifdef BUG
  assert(factorial(n) < 120);
#else
  assert(factorial(n) <= 120 && factorial(4) == 24);
#endif
}
