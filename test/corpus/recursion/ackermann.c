// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int ack(int m, int n) {
#ifndef BUG
  assert(m >= 0);
#endif
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ack(m - 1, 1);
  return ack(m - 1, ack(m, n - 1));
}
int main(void) {
  int m = sooth_nondet_int(), n = sooth_nondet_int();
  sooth_assume(m >= 0 && m <= 2 && n >= 0 && n <= 2);
  int r = ack(m, n);
#ifdef BUG
  assert(r != 5);
#endif
}
