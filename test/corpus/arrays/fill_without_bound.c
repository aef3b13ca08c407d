// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Every cell of a prefix of any length is written, then read.
#include <assert.h>
#include <sooth.h>

int a[1000];

int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n >= 0 && n <= 1000);
  for (int i = 0; i < n; i++)
    a[i] = 7;
#ifdef BUG
  if (n > 3)
    a[3] = 8;
#endif
  for (int i = 0; i < n; i++)
    assert(a[i] == 7);
}
