// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int find(const int *a, int lo, int hi, int x) {
  if (lo >= hi)
    return -1;
  int mid = (lo + hi) / 2;
  if (a[mid] == x)
    return mid;
#ifdef BUG
  return a[mid] < x ? find(a, mid + 1, hi - 1, x) : find(a, lo, mid, x);
#else
  return a[mid] < x ? find(a, mid + 1, hi, x) : find(a, lo, mid, x);
#endif
}
int main(void) {
  int a[6] = {1, 3, 5, 7, 9, 11};
  int i = sooth_nondet_int();
  sooth_assume(i >= 0 && i < 6);
  assert(find(a, 0, 6, a[i]) == i);
}
