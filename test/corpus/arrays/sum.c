// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned char a[4];
  unsigned sum = 0;
  for (int i = 0; i < 4; i++)
    a[i] = sooth_nondet_uchar();
  for (int i = 0; i < 4; i++)
    sum += a[i];
#ifdef BUG
  assert(sum != 510);
#else
  assert(sum <= 1020);
#endif
}
