// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  unsigned char a[3] = {1, sooth_nondet_uchar(), 3}, b[3] = {1, 2, 3};
  int c = memcmp(a, b, 3);
#ifdef BUG
  assert(c >= 0);
#else
  assert((c == 0) == (a[1] == 2) && (c < 0) == (a[1] < 2));
#endif
}
