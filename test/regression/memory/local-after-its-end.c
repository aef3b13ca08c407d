// RUN: not sooth %s | FileCheck %s
// RUN: not sooth %s -DINNER | FileCheck %s
// RUN: sooth %s -DFINE | FileCheck %s --check-prefix=FINE
// RUN: not sooth %s -DINNER --check=memory | FileCheck %s --check-prefix=MEMORY
// CHECK: {{^}}Unsafe{{$}}
// CHECK: assertion '*p == 7' failed
// CHECK-NOT: x = 0
// FINE: {{^}}Safe{{$}}
// MEMORY: read of 'y' (4 bytes, line 14) after its end
// Where calls are inlined and locals become registers, a pointer to a local
// still read its last value after the function had returned.
#include <assert.h>
static int *p;
static void f(int n) { int x = 7; p = &x; if (n) { int y = 7; p = &y; } }
static int g(void) { int x = 7; p = &x; return *p; }
int main(void) {
#if defined FINE
  assert(g() == 7);
#elif defined INNER
  f(1);
  assert(*p == 7);
#else
  f(0);
  assert(*p == 7);
#endif
}
