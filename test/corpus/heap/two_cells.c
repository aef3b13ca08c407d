// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Two allocations are two objects.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p), *q = malloc(sizeof *q);
  if (!p || !q)
    return 0;
  assert(p != q);
  *p = 1;
  *q = 2;
  int *r = sooth_nondet_bool() ? p : q;
  *r = 3;
#ifdef BUG
  assert(*q == 2);
#else
  assert(*p + *q == (r == p ? 5 : 4));
#endif
  free(p);
  free(q);
}
