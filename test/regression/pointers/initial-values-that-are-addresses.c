// What a global begins with may depend on where another is: that is no value
// that a run can choose.
// RUN: sooth %s | FileCheck %s --check-prefix=SAFE
// RUN: sooth -m32 %s | FileCheck %s --check-prefix=SAFE
// RUN: not sooth -DPLACE %s | FileCheck %s --check-prefix=OPEN
// RUN: not sooth -DPOINTER %s | FileCheck %s --check-prefix=OPEN
// SAFE: {{^}}Safe{{$}}
// OPEN: {{^}}Unknown: unsupported: address used as a number
#include <assert.h>
#include <stdint.h>
unsigned __VERIFIER_nondet_uint(void);

int x, y;
uintptr_t places[2] = {(uintptr_t)&x, (uintptr_t)&y + 4};
int *pointers[2] = {&x, (int *)0x55a8a2e6b008};

int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % 2;
#if defined(PLACE)
  assert(places[i] % 8 == 0);
#elif defined(POINTER)
  assert(pointers[i] != &x + 1);
#else
  assert(places[i] != 0 && places[i] % 4 == 0);
  int *p = (int *)(places[i] - 4 * i);
  *p = 3;
  assert(i ? y == 3 : x == 3);
#endif
}
