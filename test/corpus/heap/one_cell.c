// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// TRY: 42
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  *p = sooth_nondet_int();
  int x = *p;
  assert(*p == x);
#ifdef BUG
  assert(x != 42);
#endif
  free(p);
}
