// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[4] = {0, 1, 2, 3};
  unsigned n = sooth_nondet_uint() & 3;
  for (unsigned k = 0; k < n; k++) {
    int first = a[0];
    for (int i = 0; i < 3; i++)
      a[i] = a[i + 1];
    a[3] = first;
  }
#ifdef BUG
  assert(a[0] != 3);
#else
  assert(a[0] == n);
#endif
}
