// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int twice(int (*f)(int), int n) { return f(f(n)); }
int down(int n) { return n > 1 ? twice(down, n - 2) : n; }
int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n >= 0 && n < 5);
#ifdef BUG
  assert(down(n) == (n & 2));
#else
  assert(down(n) <= 1);
#endif
}
