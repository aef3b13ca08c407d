// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A sort with a comparison function, as qsort has one.
#include <assert.h>
#include <sooth.h>

static int up(int a, int b) { return (a > b) - (a < b); }
static int down(int a, int b) { return up(b, a); }
static void sort(int *a, int n, int (*compare)(int, int)) {
  for (int i = 0; i < n - 1; i++)
    for (int j = i + 1; j < n; j++)
      if (compare(a[i], a[j]) > 0) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
      }
}
int main(void) {
  int a[3] = {sooth_nondet_int(), sooth_nondet_int(), sooth_nondet_int()};
  _Bool rising = sooth_nondet_bool();
  sort(a, 3, rising ? up : down);
#ifdef BUG
  assert(a[0] <= a[2]);
#else
  assert(rising ? a[0] <= a[1] && a[1] <= a[2] : a[0] >= a[1] && a[1] >= a[2]);
#endif
}
