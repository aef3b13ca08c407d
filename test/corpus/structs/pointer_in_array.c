// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// Pointers in structures in an array.
#include <assert.h>
#include <sooth.h>

struct slot { char used; int *value; };
int main(void) {
  int x = 1, y = 2, z = 3;
  struct slot slots[3] = {{1, &x}, {0, 0}, {1, &z}};
  unsigned i = sooth_nondet_uint() % 3;
  if (!slots[i].used) {
    slots[i].used = 1;
    slots[i].value = &y;
  }
  *slots[i].value = 0;
  assert(slots[i].value);
#ifdef BUG
  assert(y == 2);
#else
  assert(x + y + z == 6 - (int)(i + 1));
#endif
}
