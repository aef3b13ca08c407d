// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

static const int a[7] = {1, 3, 5, 7, 9, 11, 13};
int find(int x) {
  int low = 0, high = 7;
  while (low < high) {
    int mid = low + (high - low) / 2;
    if (a[mid] == x)
      return mid;
    if (a[mid] < x)
      low = mid + 1;
    else
#ifdef BUG
      high = mid - 1;
#else
      high = mid;
#endif
  }
  return -1;
}
int main(void) {
  int x = sooth_nondet_int();
  sooth_assume(x >= 1 && x <= 13 && x % 2 == 1);
  int i = find(x);
  assert(i >= 0 && a[i] == x);
}
