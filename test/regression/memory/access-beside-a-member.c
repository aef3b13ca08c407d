// RUN: not sooth --check=memory %s | FileCheck %s
// RUN: not sooth --check=memory %s -DOUT | FileCheck %s --check-prefix=OUT
// CHECK: {{^}}Unknown
// CHECK-NOT: {{^}}Unsafe
// OUT: {{^}}Unsafe{{$}}
// OUT: read outside of {{.*}}'x' (8 bytes
// With an odd number the pointer leads to the member b, which is there and may
// be read. That was an access outside of the object, for the pointer was meant
// to lead to the member a.
#include <assert.h>
#include <stdint.h>
int __VERIFIER_nondet_int(void);
struct pair {
  _Alignas(8) char a;
  char b;
  char rest[6];
};
struct holder {
  uintptr_t number;
};
int main(void) {
  struct pair x = {1, 2};
  struct holder h;
  h.number = (uintptr_t)&x | (__VERIFIER_nondet_int() != 0);
  char *p = &((struct pair *)h.number)->a;
#ifdef OUT
  assert(p[7] == 0);
#else
  assert(*p == 1 || *p == 2);
#endif
}
