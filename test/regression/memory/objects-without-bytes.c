// Where an object without bytes is, another one may be, too.
// RUN: not sooth %s | FileCheck %s
// RUN: not sooth %s -DSOME | FileCheck %s --check-prefix=SOME
#include <alloca.h>
#include <assert.h>
#include <sooth.h>

// CHECK: Unknown: unsupported: {{.*}}pointers
// SOME: Unsafe
int main(void) {
  volatile unsigned n = 0;
#ifdef SOME
  n = 1;
#endif
  char *p = alloca(n), *q = alloca(n);
  assert(p == q);
}
