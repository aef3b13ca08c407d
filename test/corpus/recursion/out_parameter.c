// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>

/* Counts through a pointer, without a bound. */
void count(int n, int *c) {
  if (n <= 0)
    return;
  count(n - 1, c);
  ++*c;
}
int main(void) {
  int n = sooth_nondet_int(), r = 0;
  sooth_assume(n >= 0 && n <= 1000);
  count(n, &r);
#ifdef BUG
  assert(r != 2);
#else
  assert(r == n);
#endif
}
