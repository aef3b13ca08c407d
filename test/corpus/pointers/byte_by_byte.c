// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>
int main(void) {
  int x = 1, y = 2; int *p = sooth_nondet_bool() ? &x : &y, *q;
  for (unsigned i = 0; i < sizeof p; i++) ((unsigned char *)&q)[i] = ((unsigned char *)&p)[i];
  *q = 9;
#ifdef BUG
  assert(x == 9);
#else
  assert(p == q && x + y == (p == &x ? 11 : 10));
#endif
}
