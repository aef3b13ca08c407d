// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Addition behind the call: a loop with an accumulator.
#include <assert.h>
#include <sooth.h>

unsigned sum(unsigned n) {
  if (n == 0)
    return 0;
  return 2 * n + sum(n - 1);
}
int main(void) {
  unsigned n = sooth_nondet_uchar();
#ifdef BUG
  assert(sum(n) != 42);
#else
  assert(sum(n) % 2 == 0);
#endif
}
