// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  float a[3] = {1.5f, 2.5f, -1};
  unsigned i = sooth_nondet_uint() % 3;
  float *p = &a[i];
  *p *= 2;
#ifdef BUG
  assert(a[0] + a[1] + a[2] > 2);
#else
  assert(a[i] == (i == 0 ? 3 : i == 1 ? 5 : -2));
#endif
}
