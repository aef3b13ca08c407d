// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

static const unsigned char bits[16] = {0, 1, 1, 2, 1, 2, 2, 3,
                                       1, 2, 2, 3, 2, 3, 3, 4};
int main(void) {
  unsigned char x = sooth_nondet_uchar();
  int n = bits[x & 15] + bits[x >> 4];
  int m = 0;
  for (int i = 0; i < 8; i++)
    m += x >> i & 1;
  assert(n == m);
#ifdef BUG
  assert(n != 8);
#endif
}
