// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// How many elements: no more than were looked at.
#include <assert.h>
#include <sooth.h>

int a[64];
int count(int n) {
  if (n <= 0)
    return 0;
  int r = count(n - 1);
  return a[n - 1] > 0 ? r + 1 : r;
}
int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n >= 0 && n <= 64);
  for (int i = 0; i < 64; i++)
    a[i] = sooth_nondet_int();
  int r = count(n);
#ifdef BUG
  assert(r < n || n == 0);
#else
  assert(r >= 0 && r <= n);
#endif
}
