// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct s { char c; int i; short a[2]; };
int main(void) {
  struct s a = {1, sooth_nondet_int(), {3, 4}}, b;
  b = a;
  assert(b.c == 1 && b.i == a.i && b.a[1] == 4);
  b.a[0] = 9;
#ifdef BUG
  assert(a.a[0] == b.a[0]);
#else
  assert(a.a[0] == 3);
#endif
}
