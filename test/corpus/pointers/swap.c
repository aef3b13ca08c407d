// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

void swap(int *a, int *b) {
  int t = *a;
  *a = *b;
#ifdef BUG
  *b = *a;
#else
  *b = t;
#endif
}
int main(void) {
  int x = sooth_nondet_int(), y = sooth_nondet_int();
  int x0 = x, y0 = y;
  swap(&x, &y);
  assert(x == y0);
  assert(y == x0);
}
