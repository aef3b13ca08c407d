// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// The nearest multiple counts, of two the even one.
#include <assert.h>
#include <math.h>

int main(void) {
#ifdef BUG
  assert(remainder(3, 2) == 1);
#else
  assert(remainder(3, 2) == -1);
  assert(remainder(5, 2) == 1);
  assert(remainderf(7, 4) == -1);
#endif
}
