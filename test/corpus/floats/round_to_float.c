// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  double d = 16777217.0;
  float f = d;
#ifdef BUG
  assert(f == d);
#else
  assert(f == 16777216.0f && (float)0.5 == 0.5);
#endif
}
