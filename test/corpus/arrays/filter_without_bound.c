// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// What is not negative is copied, in the same order.
#include <assert.h>
#include <sooth.h>

int a[1000], b[1000];

int main(void) {
  int n = sooth_nondet_int(), j = 0;
  sooth_assume(n >= 0 && n <= 1000);
  for (int i = 0; i < n; i++)
    a[i] = sooth_nondet_int();
  for (int i = 0; i < n; i++)
#ifdef BUG
    if (a[i] >= -1)
#else
    if (a[i] >= 0)
#endif
      b[j++] = a[i];
  for (int i = 0; i < j; i++)
    assert(b[i] >= 0);
}
