// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A product and a square as sums, whatever wraps around.
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned n = sooth_nondet_uint(), m = sooth_nondet_uint();
  unsigned product = 0, square = 0;
#ifdef BUG
  for (unsigned i = 0; i <= n; i++) {
#else
  for (unsigned i = 0; i < n; i++) {
#endif
    product += m;
    square += 2 * i + 1;
  }
  assert(product == n * m);
  assert(square == n * n);
}
