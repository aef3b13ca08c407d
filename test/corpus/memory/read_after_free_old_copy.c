// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// After realloc the old pointer is dead.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(1);
  if (!p)
    return 0;
  *p = 1;
  char *q = realloc(p, 100);
  if (!q) {
    free(p);
    return 0;
  }
#ifdef BUG
  q[0] = *p;
#endif
  q[99] = 2;
  free(q);
}
