// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -m32 -DBUG
// Writing a long through its first int leaves the rest, if there is one.
#include <assert.h>
#include <sooth.h>

int main(void) {
  long x = -1;
  *(int *)&x = 0;
#ifdef BUG
  assert(x == (sizeof(long) == 4));
#else
  assert((x == 0) == (sizeof(long) == 4));
#endif
}
