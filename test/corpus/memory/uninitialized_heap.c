// RUN: %corpus %s
// EXPECT: safe --check=uninitialized
// EXPECT: unsafe --check=uninitialized -DBUG
// NATIVE: memory
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
#ifdef BUG
  int *p = malloc(2 * sizeof *p);
#else
  int *p = calloc(2, sizeof *p);
#endif
  if (!p)
    return 0;
  p[0] = 1;
  if (p[1])
    p[0] = 2;
  free(p);
}
