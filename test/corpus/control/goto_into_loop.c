// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[4] = {0}, i = sooth_nondet_uint() & 3;
  goto middle;
  for (i = 0; i < 4; i++) {
  middle:
    a[i] = 1;
  }
#ifdef BUG
  assert(a[0] == 1);
#else
  assert(a[3] == 1 && i == 4);
#endif
}
