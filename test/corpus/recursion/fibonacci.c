// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n >= 0 && n <= 6);
#ifdef BUG
  assert(fib(n) > n - 2 && fib(n) != 8);
#else
  assert(fib(n) >= n - 1 && fib(n) <= 8);
#endif
}
