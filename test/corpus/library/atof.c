// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32 -msse2
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32 -msse2
#include <assert.h>
#include <stdlib.h>

int main(void) {
  double x = atof(" -12.5e1x");
#ifdef BUG
  assert(x == -12.5);
#else
  assert(x == -125);
#endif
}
