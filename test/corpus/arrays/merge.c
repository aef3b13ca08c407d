// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned char a[2], b[2], c[4];
  for (int i = 0; i < 2; i++) {
    a[i] = sooth_nondet_uchar();
    b[i] = sooth_nondet_uchar();
  }
#ifndef BUG
  sooth_assume(a[0] <= a[1]);
#endif
  sooth_assume(b[0] <= b[1]);
  int i = 0, j = 0;
  for (int k = 0; k < 4; k++)
    if (j == 2 || (i < 2 && a[i] <= b[j]))
      c[k] = a[i++];
    else
      c[k] = b[j++];
  for (int k = 0; k < 3; k++)
    assert(c[k] <= c[k + 1]);
}
