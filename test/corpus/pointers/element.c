// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A pointer to an element, chosen by an input.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[4] = {0, 0, 0, 0};
  unsigned i = sooth_nondet_uint();
  sooth_assume(i < 4);
  int *p = &a[i];
  *p = 7;
  assert(a[i] == 7);
#ifdef BUG
  assert(a[2] == 0);
#else
  assert(a[0] + a[1] + a[2] + a[3] == 7);
#endif
}
