// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// NATIVE: none
// A bound on the result for each element.
#include <assert.h>
#include <sooth.h>

unsigned char a[200];
unsigned sum(unsigned n) {
  if (n == 0)
    return 0;
  unsigned s = sum(n - 1);
  return s + a[n - 1];
}
int main(void) {
  unsigned n = sooth_nondet_uint();
  sooth_assume(n <= 200);
  for (int i = 0; i < 200; i++)
    a[i] = sooth_nondet_uchar();
  unsigned r = sum(n);
#ifdef BUG
  assert(r <= 254 * n);
#else
  assert(r <= 255 * n);
#endif
}
