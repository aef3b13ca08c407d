// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -DHEAP --engine=cells
// EXPECT: unsafe -DHEAP -DBUG
// What is not negative is copied, in the same order. On the heap, both arrays are
// as large as was asked for.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

#ifndef HEAP
int a[1000], b[1000];
#endif

int main(void) {
  int n = sooth_nondet_int(), j = 0;
#ifdef HEAP
  sooth_assume(n > 0 && n <= 100000);
  int *a = malloc(n * sizeof(int)), *b = malloc(n * sizeof(int));
  if (!a || !b)
    return 0;
#else
  sooth_assume(n >= 0 && n <= 1000);
#endif
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
