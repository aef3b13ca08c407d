// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int find(const int *a, int n, int x) {
  for (int i = 0; i < n; i++)
    if (a[i] == x)
      return i;
  return -1;
}
int main(void) {
  int a[3] = {sooth_nondet_int(), sooth_nondet_int(), sooth_nondet_int()};
  int i = find(a, 3, 5);
#ifdef BUG
  assert(i <= 1 || a[1] != 4);
#else
  assert(i < 0 ? a[0] != 5 && a[1] != 5 && a[2] != 5 : a[i] == 5);
  assert(i != 2 || (a[0] != 5 && a[1] != 5));
#endif
}
