// RUN: %corpus %s
// EXPECT: safe --engine=cells
// EXPECT: unsafe -DBUG
// Even places and odd ones, in loops of their own.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n > 0 && n <= 100000);
  int *a = malloc(2 * n * sizeof(int));
  if (!a)
    return 0;
  for (int i = 0; i < 2 * n; i += 2)
    a[i] = i;
#ifdef BUG
  for (int i = 1; i < 2 * n; i++)
#else
  for (int i = 1; i < 2 * n; i += 2)
#endif
    a[i] = -1;
  for (int i = 0; i < 2 * n; i += 2)
    assert(a[i] == i);
}
