// A number that is not near zero may be the address of an object, and no object
// is so large that malloc must fail.
// RUN: not sooth %s -DNUMBER | FileCheck %s
// RUN: not sooth %s -DVARIABLE | FileCheck %s
// RUN: sooth %s -DFAILED | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DHUGE | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DANY | FileCheck %s --check-prefix=SAFE
// CHECK: {{^}}Unknown: unsupported: {{(number|address) used as a|comparison of a number with|use of an address that is not modelled}}
// SAFE: {{^}}Safe{{$}}
#include <assert.h>
#include <stdlib.h>
long nondet_long(void);
long __VERIFIER_nondet_long(void);

int main(void) {
  char object, *p = &object;
#if defined(NUMBER)
  assert(p != (char *)0x55a8a2e6b007);
#elif defined(VARIABLE)
  assert(p != (char *)__VERIFIER_nondet_long());
#elif defined(FAILED) // what mmap returns
  assert(p != (char *)-1 && p != (char *)8);
#elif defined(HUGE)
  assert(malloc(-1) == 0);
#else
  long size = __VERIFIER_nondet_long();
  char *q = malloc(size);
  assert(size >= 0 ? q != 0 : q == 0);
#endif
}
