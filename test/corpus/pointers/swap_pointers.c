// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

void swap(int **a, int **b) {
  int *t = *a;
  *a = *b;
  *b = t;
}
int main(void) {
  int x = 1, y = 2;
  int *p = &x, *q = &y;
  if (sooth_nondet_bool())
    swap(&p, &q);
  *p = 3;
#ifdef BUG
  assert(x == 3);
#else
  assert(*q == (q == &x ? 1 : 2));
#endif
}
