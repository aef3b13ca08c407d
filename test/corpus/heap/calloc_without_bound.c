// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// All that calloc returns is zero.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

#ifdef BUG
#define MOST 5
#else
#define MOST 10000
#endif

int main(void) {
  unsigned n = sooth_nondet_uint() % MOST;
  int *a = calloc(n, sizeof *a);
  if (!a)
    return 0;
#ifdef BUG
  if (n > 2)
    a[n - 1] = 1;
#endif
  for (unsigned i = 0; i < n; i++)
    assert(a[i] == 0);
}
