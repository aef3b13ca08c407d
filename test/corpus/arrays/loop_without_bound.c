// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Cells are written forever, and only with small values.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[3] = {0};
  while (sooth_nondet_bool()) {
    unsigned i = sooth_nondet_uint() % 3;
    a[i] = sooth_nondet_bool();
#ifdef BUG
    a[i] += a[0];
#endif
  }
  assert(a[1] <= 1);
}
