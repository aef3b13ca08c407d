// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(2 * sizeof *p);
  if (!p)
    return 0;
  p[0] = 1;
  p[1] = sooth_nondet_int();
  int x = p[1];
  int *q = realloc(p, 3 * sizeof *p);
  if (!q) {
    free(p);
    return 0;
  }
  q[2] = 7;
#ifdef BUG
  assert(q[1] != 7);
#else
  assert(q[0] == 1 && q[1] == x && q[2] == 7);
#endif
  free(q);
}
