// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe -DBUG --check=memory
// To reallocate nothing is to free, as glibc has it.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(4);
  if (!p)
    return 1;
  p[0] = 1;
  char *q = realloc(p, 0);
#ifdef BUG
  p[1] = 2;
#endif
  assert(!q);
  return 0;
}
