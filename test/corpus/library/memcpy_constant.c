// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>
#include <string.h>

struct s { int a; char b; short c[2]; };
int main(void) {
  struct s x = {sooth_nondet_int(), 2, {3, 4}}, y;
  memcpy(&y, &x, sizeof y);
  assert(y.a == x.a && y.c[1] == 4);
  x.b++;
#ifdef BUG
  assert(y.b == x.b);
#else
  assert(y.b == 2);
#endif
}
