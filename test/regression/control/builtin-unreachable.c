// Where __builtin_unreachable() is reached anything might follow: compiled
// without optimization, what comes next in memory does.
// RUN: not sooth %s -DCASE=1 | FileCheck %s --check-prefix=REACHED
// RUN: not sooth %s -DCASE=2 | FileCheck %s --check-prefix=UNSAFE
// RUN: sooth %s -DCASE=3 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=4 | FileCheck %s --check-prefix=SAFE
// REACHED: {{^}}Unknown: undefined {{.*}}: __builtin_unreachable is reached
// UNSAFE: {{^}}Unsafe{{$}}
// SAFE: {{^}}Safe{{$}}
#include <assert.h>
#include <sooth.h>
_Noreturn void stop(int);

int main(void) {
  int x = sooth_nondet_int();
#if CASE == 1
  if (x == 2)
    __builtin_unreachable();
  assert(x != 2);
#elif CASE == 2
  if (x == 2)
    __builtin_unreachable();
  assert(x != 3);
#elif CASE == 3
  switch (x & 3) {
  case 0:
  case 1:
  case 2:
  case 3:
    break;
  default:
    __builtin_unreachable();
  }
  assert((x & 3) < 4);
#else
  if (x == 2) {
    stop(1);
    __builtin_unreachable();
  }
  assert(x != 2);
#endif
}
