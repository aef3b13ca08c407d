// The story went back into calls that had ended: the places of the φs at the
// end of an inlined call are inside of it.
// RUN: not sooth %s | FileCheck %s
#include <assert.h>
#include <sooth.h>

int fib(int n) {
  if (n < 2)
    return n;
  int a = fib(n - 1);
  int b = fib(n - 2);
  return a + b;
}

int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n == 3);
  assert(fib(n) != 2);
}
// CHECK: [[@LINE-2]]:3: call fib
// CHECK: [[#F:]]:11: call fib
// CHECK-NEXT: n = 2
// CHECK-NEXT: n (2) < 2 is false
// CHECK-NEXT: 10:11: call fib
// CHECK-NEXT: n = 1
// CHECK-NEXT: n (1) < 2 is true
// CHECK-NEXT: 10:11: return from fib
// CHECK-NEXT: a = 1
// CHECK-NEXT: 11:11: call fib
// CHECK-NEXT: n = 0
// CHECK-NEXT: n (0) < 2 is true
// CHECK-NEXT: 11:11: return from fib
// CHECK-NEXT: b = 0
// CHECK-NEXT: 10:11: return from fib
// CHECK-NEXT: a = 1
// CHECK-NEXT: 11:11: call fib
// CHECK-NEXT: n = 1
// CHECK-NEXT: n (1) < 2 is true
// CHECK-NEXT: 11:11: return from fib
// CHECK-NEXT: b = 1
// CHECK-NEXT: 18:3: return from fib
// CHECK-NEXT: 18:3: fib(n) (2) != 2 is false
// CHECK-NOT: fib
