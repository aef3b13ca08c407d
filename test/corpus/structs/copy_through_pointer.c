// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct s { int a[3]; };
int main(void) {
  struct s x = {{1, 2, 3}}, y = {{4, 5, 6}};
  struct s *p = sooth_nondet_bool() ? &x : &y, *q = sooth_nondet_bool() ? &x : &y;
  *p = *q;
#ifdef BUG
  assert(x.a[1] == y.a[1]);
#else
  assert(p->a[1] == q->a[1] && (x.a[1] == y.a[1] || p == q));
#endif
}
