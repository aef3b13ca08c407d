// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// NATIVE: none
// The processor's time grows, if it is known.
#include <assert.h>
#include <time.h>

int main(void) {
  clock_t start = clock(), end = clock();
  if (start == -1)
    return 0;
#ifndef BUG
  if (end == -1)
    return 0;
#endif
  assert(end >= start);
}
