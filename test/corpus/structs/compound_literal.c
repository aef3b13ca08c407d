// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct p { int x, y; };
int norm(const struct p *p) { return p->x * p->x + p->y * p->y; }
int main(void) {
  signed char a = sooth_nondet_schar();
  int n = norm(&(struct p){a, .y = 1});
  int *q = (int[]){1, 2, 3};
  q[1] = n;
#ifdef BUG
  assert(q[1] > 1);
#else
  assert(q[1] >= 1 && q[2] == 3);
#endif
}
