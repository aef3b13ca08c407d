// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// EXPECT: unsafe -m32 -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  short a[6] = {10, 11, 12, 13, 14, 15};
  unsigned char i = sooth_nondet_uchar();
  sooth_assume(i < 4);
  short *p = a + i;
  short *q = p + 2;
  assert(q - p == 2);
  assert((char *)q - (char *)p == 2 * sizeof(short));
  assert(*q == *p + 2);
  assert(q[-1] == p[1]);
#ifdef BUG
  assert(*q < 15);
#else
  assert(*q < 16);
#endif
}
