// A structure that is passed by value is the callee's own, also in contracts.
// RUN: not sooth --timeout=20 %s | FileCheck %s
// RUN: not sooth --recursion-depth=0 %s | FileCheck %s --check-prefix=ALONE
// CHECK: Unsafe
// ALONE: {{^}}Unknown
#include <assert.h>
#include <sooth.h>
struct big {
  int a[10];
};
int f(struct big b, int n) {
  if (n > 0)
    return f(b, n - 1) + f(b, n - 2);
  b.a[1] = 5;
  return b.a[1];
}
int main(void) {
  struct big x = {{0}};
  f(x, sooth_nondet_int());
  assert(x.a[1] == 5);
}
