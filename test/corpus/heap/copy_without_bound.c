// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A copy of an allocated array, of any length, has the same cells.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  unsigned n = sooth_nondet_uint();
  sooth_assume(n > 0 && n <= 100000);
  int *a = malloc(n * sizeof *a);
  int *b = malloc(n * sizeof *b);
  if (!a || !b)
    return 0;
  for (unsigned i = 0; i < n; i++)
    a[i] = sooth_nondet_int();
#ifdef BUG
  for (unsigned i = 1; i < n; i++)
#else
  for (unsigned i = 0; i < n; i++)
#endif
    b[i] = a[i];
  for (unsigned i = 0; i < n; i++)
    assert(a[i] == b[i]);
}
