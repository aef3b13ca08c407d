// A computed goto leads to the label whose address it is given; a trace to where
// it is given no label's is not claimed.
// RUN: sooth %s | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -m32 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DEXPECTED='x==0' | FileCheck %s --check-prefix=UNSAFE
// RUN: sooth %s -DJUMPS=3 -DEXPECTED='x==0||x==1' | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DJUMPS=3 -DEXPECTED='x==1' | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: {{^}}Unknown: unsupported: computed goto to no label at {{.*}}computed-goto.c:
// SAFE: {{^}}Safe{{$}}
// UNSAFE: {{^}}Unsafe{{$}}
#include <assert.h>
#ifndef JUMPS
#define JUMPS 2
#endif
#ifndef EXPECTED
#define EXPECTED x == 1
#endif

int main(void) {
  static void *const labels[] = {&&add, &&stop};
  void *to = 0;
  int x = 0, next = 0;
  // The first jump goes to add, the second to stop.
jump:
  goto *(JUMPS == 2 ? labels[next++] : to);
add:
  x = 1;
  goto jump;
stop:
  assert(EXPECTED);
}
