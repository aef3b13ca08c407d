// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x = 1, y = 2;
  int *p = &x, *q = &y;
  int **pp = sooth_nondet_bool() ? &p : &q;
  int ***ppp = &pp;
  ***ppp = 5;
  **ppp = &y;
  ***ppp += 1;
#ifdef BUG
  assert(y == 6);
#else
  assert((x == 5 && y == 3) || (x == 1 && y == 6));
#endif
}
