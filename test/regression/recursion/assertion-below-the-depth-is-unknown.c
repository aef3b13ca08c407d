// What recursion is not followed to is not known to be harmless: the only
// assertion is behind a call that ends at the depth, so that nothing is left of
// it when the program has been simplified.
// RUN: not sooth --recursion-depth=3 %s | FileCheck %s
// CHECK: Unknown: recursion of 'fib' deeper than 3
// RUN: not sooth %s | FileCheck %s --check-prefix=DEEP
// DEEP: Unsafe
#include <assert.h>

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }

int main(void) {
  int x = 8;
  int r = fib(x);
  if (r == 21)
    assert(0);
}
