// RUN: %corpus %s
// EXPECT: unknown
// EXPECT: unsafe -DBUG
// NATIVE: none
// The same numbers follow on the same seed.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  srand(7);
  int first = rand();
#ifndef BUG
  srand(7);
#endif
  assert(rand() == first);
}
