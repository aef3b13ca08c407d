// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// NATIVE: none
#include <assert.h>
#include <unistd.h>

int main(void) {
  unsigned left = sleep(3);
  assert(getpid() == getpid() && getpid() > 0);
#ifdef BUG
  assert(left == 0);
#else
  assert(left <= 3);
#endif
}
