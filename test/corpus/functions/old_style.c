// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int set(p, x)
int *p;
short x;
{
  return *p = x;
}
int main() {
  int y = 0;
  int n = sooth_nondet_int();
  set(&y, n);
#ifdef BUG
  assert(y == n);
#else
  assert(y == (short)n);
#endif
}
