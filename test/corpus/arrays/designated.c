// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

static int g[] = {[3] = 30, 40, [1] = 10};
int main(void) {
  assert(sizeof g / sizeof *g == 5);
  int a[] = {[2] = 1, [0] = sooth_nondet_uchar()};
  assert(a[1] == 0 && a[2] == 1);
#ifdef BUG
  assert(g[0] + g[1] + g[2] + g[3] + g[4] + a[0] < 335);
#else
  assert(g[0] + g[1] + g[2] + g[3] + g[4] == 80);
#endif
}
