// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

void sort(int *a, int n) {
  for (int i = 0; i < n; i++)
#ifdef BUG
    for (int j = 0; j + 2 < n - i; j++)
#else
    for (int j = 0; j + 1 < n - i; j++)
#endif
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}
int main(void) {
  int a[3];
  for (int i = 0; i < 3; i++)
    a[i] = sooth_nondet_int();
  sort(a, 3);
  assert(a[0] <= a[1] && a[1] <= a[2]);
}
