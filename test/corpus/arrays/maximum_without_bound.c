// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// No cell is above the maximum.
#include <assert.h>
#include <sooth.h>

int a[5000];

int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n > 0 && n <= 5000);
  for (int i = 0; i < n; i++)
    a[i] = sooth_nondet_int();
  int max = a[0];
#ifdef BUG
  for (int i = 2; i < n; i++)
#else
  for (int i = 1; i < n; i++)
#endif
    if (a[i] > max)
      max = a[i];
  for (int i = 0; i < n; i++)
    assert(a[i] <= max);
}
