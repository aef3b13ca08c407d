// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Filled from the end.
#include <assert.h>
#include <sooth.h>

unsigned short a[4096];

int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n > 0 && n <= 4096);
#ifdef BUG
  for (int i = n - 1; i > 0; i--)
#else
  for (int i = n - 1; i >= 0; i--)
#endif
    a[i] = 5;
  for (int i = 0; i < n; i++)
    assert(a[i] == 5);
}
