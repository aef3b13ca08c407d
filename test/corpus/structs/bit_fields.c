// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>

struct flags { unsigned a : 3; signed b : 4; unsigned c : 9; };
int main(void) {
  struct flags f = {0};
  struct flags *p = &f;
  p->a = sooth_nondet_uint();
  p->b = sooth_nondet_int();
  p->c = 300;
#ifdef BUG
  assert(p->a + p->b < 14);
#else
  assert(f.a <= 7 && f.b >= -8 && f.b <= 7 && f.c == 300);
#endif
}
