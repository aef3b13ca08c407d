// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// NATIVE: none
#include <assert.h>
#include <time.h>

int main(void) {
  struct timespec now;
#ifdef BUG
  // Not every system has a clock for each thread.
  assert(clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now) == 0);
#else
  assert(clock_gettime(CLOCK_REALTIME, &now) == 0);
  assert(now.tv_nsec >= 0 && now.tv_nsec < 1000000000);
  assert(clock_gettime(CLOCK_MONOTONIC, &now) == 0);
#endif
}
