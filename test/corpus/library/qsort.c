// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
#ifdef BUG
  return x - y;
#else
  return (x > y) - (x < y);
#endif
}
int main(void) {
  int a[2] = {sooth_nondet_int(), sooth_nondet_int()};
  qsort(a, 2, sizeof *a, compare);
  assert(a[0] <= a[1]);
}
