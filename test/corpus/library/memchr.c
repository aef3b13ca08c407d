// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  unsigned char a[3] = {5, 6, 5};
  unsigned char *p = memchr(a, sooth_nondet_uchar(), 3);
#ifdef BUG
  assert(p != &a[1]);
#else
  assert(!p || p == a || p == a + 1);
#endif
}
