// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[5] = {1, 2};
  unsigned i = sooth_nondet_uint() % 5;
#ifdef BUG
  assert(a[i] != 2);
#else
  assert(a[i] == (i == 0 ? 1 : i == 1 ? 2 : 0));
#endif
}
