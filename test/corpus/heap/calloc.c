// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int *p = calloc(4, sizeof *p);
  if (!p)
    return 0;
  unsigned i = sooth_nondet_uint() & 3;
  assert(p[i] == 0);
  p[1] = 5;
#ifdef BUG
  assert(p[i] == 0);
#else
  assert(p[i] == (i == 1 ? 5 : 0));
#endif
  free(p);
}
