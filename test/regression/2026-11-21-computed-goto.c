// Where a computed goto goes is not modelled, so a trace through one is not
// claimed, whatever values it has; but what holds at every label is proved.
// RUN: not sooth %s | FileCheck %s --check-prefix=UNKNOWN
// RUN: sooth %s -DANYWHERE | FileCheck %s --check-prefix=SAFE
// UNKNOWN: {{^}}Unknown: unsupported: computed goto at {{.*}}computed-goto.c:19:
// SAFE: {{^}}Safe{{$}}
#include <assert.h>

int main(void) {
  static void *const labels[] = {&&add, &&stop};
  int x = 0, next = 0;
#ifdef ANYWHERE
#define EXPECTED x == 0 || x == 1
#else
#define EXPECTED x == 1
#endif
  // The first jump goes to add, the second to stop.
jump:
  goto *labels[next++];
add:
  x = 1;
  goto jump;
stop:
  assert(EXPECTED);
}
