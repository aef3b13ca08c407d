// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Each cell holds twice its own index.
#include <assert.h>
#include <sooth.h>

unsigned a[1 << 12];

int main(void) {
  unsigned n = sooth_nondet_uint();
  sooth_assume(n <= 1 << 12);
  for (unsigned i = 0; i < n; i++)
    a[i] = 2 * i;
#ifdef BUG
  a[0] = 1;
#endif
  for (unsigned i = 0; i < n; i++)
    assert(a[i] == 2 * i);
}
