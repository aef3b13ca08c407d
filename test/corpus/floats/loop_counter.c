// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Ten times 0.1 is not 1.
#include <assert.h>
#include <sooth.h>

int main(void) {
  double x = 0;
  for (int i = 0; i < 10; i++)
    x += 0.1;
#ifdef BUG
  assert(x == 1);
#else
  assert(x != 1 && x > 0.99 && x < 1.01);
#endif
}
