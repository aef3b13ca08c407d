// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  unsigned char a[4] = {1, 2, 3, sooth_nondet_uchar()}, b[4] = {0};
  unsigned n = sooth_nondet_uint() % 5;
  memcpy(b, a, n);
#ifdef BUG
  assert(b[3] == a[3]);
#else
  assert(n < 4 ? b[3] == 0 : b[3] == a[3]);
#endif
}
