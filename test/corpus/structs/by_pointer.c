// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct point { int x, y; };
void move(struct point *p, int dx) { p->x += dx; }
int main(void) {
  struct point p = {1, 2};
  signed char d = sooth_nondet_schar();
  move(&p, d);
#ifdef BUG
  assert(p.x != p.y);
#else
  assert(p.x == 1 + d && p.y == 2);
#endif
}
