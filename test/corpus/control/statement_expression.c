// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
int main(void) {
  int a[2] = {sooth_nondet_int(), sooth_nondet_int()};
  int *p = a;
  int m = MAX(*p++, *p);
#ifdef BUG
  assert(m > a[0]);
#else
  assert(m >= a[0] && m >= a[1] && p == a + 1);
#endif
}
