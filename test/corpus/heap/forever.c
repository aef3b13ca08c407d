// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Allocation in a loop without bound.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  while (sooth_nondet_bool()) {
    int *p = malloc(sizeof *p);
    if (!p)
      continue;
    *p = sooth_nondet_int() & 7;
#ifdef BUG
    *p += sooth_nondet_bool();
#endif
    assert(*p < 8);
    free(p);
  }
}
