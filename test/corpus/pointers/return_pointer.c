// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int *larger(int *a, int *b) { return *a > *b ? a : b; }
int main(void) {
  int x = sooth_nondet_int(), y = sooth_nondet_int();
  int *p = larger(&x, &y);
  assert(*p >= x && *p >= y);
  *p = 0;
#ifdef BUG
  assert(x <= 0 && y <= 0);
#else
  assert(x == 0 || y == 0);
#endif
}
