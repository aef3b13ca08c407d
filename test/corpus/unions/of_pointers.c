// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

union u { int *p; int **pp; };
int main(void) {
  int x = 1;
  int *p = &x;
  union u u;
  _Bool twice = sooth_nondet_bool();
  if (twice)
    u.pp = &p;
  else
    u.p = &x;
  int v = twice ? **u.pp : *u.p;
#ifdef BUG
  *u.p = 2;
  assert(x == 2);
#else
  assert(v == 1);
#endif
}
