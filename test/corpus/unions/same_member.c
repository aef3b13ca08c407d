// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

union u { int i; char c; long l; };
int main(void) {
  union u u;
  u.i = sooth_nondet_int();
  int copy = u.i;
  union u v = u;
  v.c = 1;
#ifdef BUG
  assert(v.i == copy);
#else
  assert(u.i == copy && (v.i & 255) == 1 && v.i >> 8 == copy >> 8);
#endif
}
