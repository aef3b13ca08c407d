// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// NATIVE: none
#include <assert.h>
#include <time.h>

int main(void) {
  time_t kept;
  time_t now = time(&kept);
  assert(now == kept);
#ifdef BUG
  assert(now != 12345);
#else
  assert(difftime(now, kept) == 0.0);
#endif
}
