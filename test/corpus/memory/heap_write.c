// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  unsigned n = sooth_nondet_uint();
  sooth_assume(n > 0 && n < 5);
  char *p = malloc(n);
  if (!p)
    return 0;
#ifdef BUG
  p[n] = 0;
#else
  p[n - 1] = 0;
#endif
  free(p);
}
