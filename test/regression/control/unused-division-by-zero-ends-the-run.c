// A division by zero ends the run, also if its result is not needed: slicing
// once lost it, and with it that x is not zero behind it.
// RUN: sooth %s | FileCheck %s
// RUN: not sooth %s -DDIVISOR=10 | FileCheck %s --check-prefix=UNSAFE
// CHECK: {{^}}Safe{{$}}
// UNSAFE: {{^}}Unsafe{{$}}
#include <assert.h>

#ifndef DIVISOR
#define DIVISOR x
#endif

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  int unused = 7 % DIVISOR;
  assert(x != 0);
}
