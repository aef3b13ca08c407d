// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// An array argument is the caller's array.
#include <assert.h>
#include <sooth.h>

void fill(int a[static 3], int x) {
  for (int i = 0; i < 3; i++)
    a[i] = x;
}
int main(void) {
  int a[3] = {1, 2, 3};
  int x = sooth_nondet_int();
  fill(a, x);
#ifdef BUG
  assert(a[1] == 2);
#else
  assert(a[0] == x && a[2] == x);
#endif
}
