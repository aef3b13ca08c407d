// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  unsigned n = sooth_nondet_uint();
  sooth_assume(n > 0 && n <= 1000);
  char *p = malloc(n);
  if (!p)
    return 0;
  p[0] = 1;
  p[n - 1] = 2;
#ifdef BUG
  assert(p[0] == 1);
#else
  assert(p[0] == (n == 1 ? 2 : 1));
#endif
  free(p);
}
