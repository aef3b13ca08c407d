// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = 1;
#ifdef BUG
  if (sooth_nondet_bool())
    free(p);
  *p = 2;
#else
  *p = 2;
  free(p);
#endif
}
