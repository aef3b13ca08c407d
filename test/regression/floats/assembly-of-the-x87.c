// Instructions of the x87 that have one result were anything.
// RUN: sooth %s | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=1 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=2 | FileCheck %s --check-prefix=OPEN
// SAFE: {{^}}Safe{{$}}
// OPEN: {{^}}Unknown: unsupported: result of inline assembly
#include <assert.h>
static long double root(long double x) {
  long double y;
  __asm__("fsqrt" : "=t"(y) : "0"(x));
  return y;
}
static long double angle(long double y, long double x) {
  long double z;
  __asm__ volatile("fpatan\n\t" : "=t"(z) : "0"(x), "u"(y) : "st(1)");
  return z;
}
int main(void) {
#if CASE == 1 // in between it is not known
  assert(angle(1, 1) > 0);
#elif CASE == 2 // this is pi, and zero for a positive number
  assert(angle(0, -1) == 0);
#else
  assert(root(6.25L) == 2.5L && root(2) > 1.4L);
  assert(angle(0, 3) == 0 && 1 / angle(-0.0L, root(4)) < 0);
#endif
}
