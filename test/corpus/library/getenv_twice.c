// RUN: %corpus %s
// EXPECT: unknown
// EXPECT: unknown -DSET
// NATIVE: none
// The same variable has the same value.
#define _GNU_SOURCE
#include <assert.h>
#include <stdlib.h>

int main(void) {
#ifdef SET
  if (setenv("MODE", "1", 1))
    return 1;
  assert(getenv("MODE") != 0);
#else
  assert(!getenv("MODE") == !getenv("MODE"));
#endif
}
