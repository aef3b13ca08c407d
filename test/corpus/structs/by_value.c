// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// An argument is a copy.
#include <assert.h>
#include <sooth.h>

struct point { int x, y, z; };
int move(struct point p) {
  p.x = 100;
  return p.x + p.y + p.z;
}
int main(void) {
  struct point p = {sooth_nondet_uchar(), 2, 3};
  int s = move(p);
#ifdef BUG
  assert(p.x == 100);
#else
  assert(s == 105 && p.x <= 255);
#endif
}
