// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  char a[8];
  unsigned char i = sooth_nondet_uchar() & 7, j = sooth_nondet_uchar() & 7;
  char *p = &a[i], *q = &a[j];
  assert((p < q) == (i < j));
  assert((p == q) == (i == j));
  assert(p - q == i - j);
#ifdef BUG
  assert(p >= q || j - i < 7);
#else
  assert(p >= q || j - i < 8);
#endif
}
