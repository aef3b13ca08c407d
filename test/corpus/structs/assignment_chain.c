// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct s { int a, b; };
int main(void) {
  struct s x, y, z = {1, 2};
  x = y = z;
  struct s *p = sooth_nondet_bool() ? &x : &y;
  p->a = 5;
  *p = *p;
#ifdef BUG
  assert(x.a == 5);
#else
  assert(x.a + y.a == 6 && x.b == y.b);
#endif
}
