// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int divide(unsigned a, unsigned b, unsigned *quotient, unsigned *rest) {
  if (b == 0)
    return -1;
  *quotient = a / b;
  *rest = a % b;
  return 0;
}
int main(void) {
  unsigned char a = sooth_nondet_uchar(), b = sooth_nondet_uchar();
  unsigned q, r;
  int failed = divide(a, b, &q, &r);
#ifdef BUG
  if (!failed)
    assert(q < 255);
#else
  assert(failed == (b == 0 ? -1 : 0));
  if (!failed)
    assert(r < b && q <= a);
#endif
}
