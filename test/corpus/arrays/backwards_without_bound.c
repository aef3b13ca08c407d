// RUN: %corpus %s
// EXPECT: safe --engine=cells
// EXPECT: unsafe -DBUG
// Filled and copied from the end, with an index that gets below zero.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n > 0 && n <= 100000);
  int *a = malloc(n * sizeof(int)), *b = malloc(n * sizeof(int));
  if (!a || !b)
    return 0;
  for (int i = n - 1; i >= 0; i--)
    a[i] = i;
#ifdef BUG
  for (int i = n - 1; i > 0; i--)
#else
  for (int i = n - 1; i >= 0; i--)
#endif
    b[i] = a[i];
  for (int i = 0; i < n; i++)
    assert(b[i] == i);
}
