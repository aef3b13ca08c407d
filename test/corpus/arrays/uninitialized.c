// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// An element that was not written holds some value, which stays.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[3];
  a[0] = 1;
  int *p = &a[1];
#ifdef BUG
  assert(*p == 0);
#else
  assert(*p == a[1] && a[0] == 1);
#endif
}
