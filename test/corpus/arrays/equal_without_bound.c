// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// What a flag says of two arrays of any length.
#include <assert.h>
#include <sooth.h>

int a[100000], b[100000];

int main(void) {
  int n = sooth_nondet_int(), same = 1;
  sooth_assume(n > 0 && n <= 100000);
  for (int i = 0; i < n; i++) {
    a[i] = sooth_nondet_int();
    b[i] = sooth_nondet_int();
  }
#ifdef BUG
  for (int i = 1; i < n; i++)
#else
  for (int i = 0; i < n; i++)
#endif
    if (a[i] != b[i])
      same = 0;
  if (same)
    for (int i = 0; i < n; i++)
      assert(a[i] == b[i]);
}
