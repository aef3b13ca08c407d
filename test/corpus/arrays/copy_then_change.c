// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[3] = {1, 2, 3}, b[3];
  for (int i = 0; i < 3; i++)
    b[i] = a[i];
  b[sooth_nondet_uint() % 3] = 9;
#ifdef BUG
  assert(b[0] == a[0]);
#else
  assert(a[0] == 1 && a[1] == 2 && a[2] == 3);
#endif
}
