// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>

int x = 1, y = 2, z = 3;
int main(void) {
  int *table[3] = {&x, &y, &z};
  unsigned i = sooth_nondet_uint() % 3;
  *table[i] = 0;
#ifdef BUG
  assert(y != 0);
#else
  assert(x + y + z == 6 - (int)(i + 1));
#endif
}
