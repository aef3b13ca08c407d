// RUN: not sooth %s | FileCheck %s
// RUN: not sooth %s -DFINE | FileCheck %s --check-prefix=FINE
// CHECK: {{^}}Unsafe{{$}}
// CHECK: assertion 'a[i] == 0' failed
// FINE: Unknown: {{.*}} read outside of 'a'
// The assertion fails for i = 2, but a shorter run reads outside of the array,
// and that was all that was said.
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);
int main(void) {
  int a[3] = {0};
#ifndef FINE
  a[2] = 1;
#endif
  unsigned i = __VERIFIER_nondet_uint();
  if (i < 3)
    for (int n = 0; n < 4; n++)
      a[0] = 0;
  assert(a[i] == 0);
}
