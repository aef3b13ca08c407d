// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x = 1, y = 2;
  int *p = &x;
  int **pp = &p;
  assert(**pp == 1);
  if (sooth_nondet_bool())
    *pp = &y;
  **pp = 9;
#ifdef BUG
  assert(x == 9 || p != &y || y == 2);
#else
  assert(x + y == 11 || x + y == 10);
  assert(*p == 9);
#endif
}
