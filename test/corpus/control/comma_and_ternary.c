// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[3] = {1, 2, 3}, i = 0;
  int *p = (i++, sooth_nondet_bool() ? &a[i] : &a[i + 1]);
  int v = (*p)++ + i;
#ifdef BUG
  assert(v == 3);
#else
  assert((v == 3 && a[1] == 3) || (v == 4 && a[2] == 4));
#endif
}
