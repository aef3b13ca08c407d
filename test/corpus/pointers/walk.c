// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A pointer runs over an array to its end.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[4] = {1, 2, 3, 4};
  int sum = 0;
  a[sooth_nondet_uint() & 3] = 0;
  for (int *p = a; p != a + 4; ++p)
    sum += *p;
#ifdef BUG
  assert(sum != 7);
#else
  assert(sum >= 6 && sum <= 9);
#endif
}
