// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

unsigned factorial(unsigned n) { return n == 0 ? 1 : n * factorial(n - 1); }
int main(void) {
  unsigned n = sooth_nondet_uint();
  sooth_assume(n <= 6);
#ifdef BUG
  assert(factorial(n) < 720);
#else
  assert(factorial(n) <= 720 && factorial(n) >= n);
#endif
}
