// RUN: %corpus %s
// EXPECT: safe --engine=cells
// EXPECT: unsafe -DBUG
// The index goes up, and what it says goes down.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n > 0 && n <= 100000);
  int *a = malloc(n * sizeof(int));
  if (!a)
    return 0;
#ifdef BUG
  for (int i = 0; i < n - 1; i++)
#else
  for (int i = 0; i < n; i++)
#endif
    a[n - 1 - i] = 7;
  for (int i = 0; i < n; i++)
    assert(a[i] == 7);
}
