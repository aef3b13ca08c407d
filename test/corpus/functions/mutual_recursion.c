// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int odd(unsigned n);
int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }
int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
int main(void) {
  unsigned n = sooth_nondet_uint();
  sooth_assume(n < 6);
#ifdef BUG
  assert(even(n) || n < 5);
#else
  assert(even(n) == (n % 2 == 0));
#endif
}
