// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  double x = 0.1, y = 0.2;
  double z = x + y;
#ifdef BUG
  assert(z == 0.3);
#else
  assert(z > 0.3 && z - 0.3 < 1e-15);
#endif
}
