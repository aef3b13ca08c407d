// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

union u { unsigned long long q; unsigned w[2]; };
int main(void) {
  unsigned long long x = sooth_nondet_ulonglong();
  union u u = {x};
  unsigned t = u.w[0];
  u.w[0] = u.w[1];
  u.w[1] = t;
#ifdef BUG
  assert(u.q >= x || x >> 32);
  assert(u.q != x || x == 0);
#else
  assert(u.q == (x << 32 | x >> 32));
#endif
}
