// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  int a[3] = {1, 2, 3};
  unsigned n = sooth_nondet_uint() % 4;
  memset(a, 0xff, n * sizeof *a);
#ifdef BUG
  assert(a[2] == 3);
#else
  assert(a[2] == (n == 3 ? -1 : 3) && a[0] == (n ? -1 : 1));
#endif
}
