// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// TRY: -2
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[5] = {0, 1, 2, 3, 4};
  int *mid = a + 2;
  int i = sooth_nondet_int();
  sooth_assume(i >= -2 && i <= 2);
#ifdef BUG
  assert(mid[i] > 0);
#else
  assert(mid[i] == i + 2);
#endif
}
