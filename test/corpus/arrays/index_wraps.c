// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// An unsigned char index wraps around.
#include <assert.h>
#include <sooth.h>

unsigned char a[256];
int main(void) {
  unsigned char i = sooth_nondet_uchar();
  a[i] = 1;
  a[(unsigned char)(i + 1)] = 2;
  a[(unsigned char)(i + 256)] += 5;
#ifdef BUG
  assert(a[0] != 2);
#else
  assert(a[i] == 6);
#endif
}
