// A place in memory that is a pointer and a number: what was written as a
// pointer is the same pointer, also after parts of it were written again.
// RUN: sooth %s | FileCheck %s
// RUN: sooth -m32 %s | FileCheck %s
// RUN: sooth --check=memory %s | FileCheck %s
// RUN: not sooth --check=memory -DPART %s | FileCheck %s --check-prefix=PART
// RUN: sooth --emit=regions %s | FileCheck %s --check-prefix=REGIONS
// CHECK: {{^}}Safe{{$}}
// PART: read of uninitialized 'u'
// REGIONS: region u v: pointers or numbers of 8 bytes at 0{{.*}}
#include <assert.h>
#include <stdint.h>

union both {
  int *p;
  uintptr_t n;
  unsigned char low;
  short part[2];
};

unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  int x = 5, y = 6;
  union both u, v, *w = __VERIFIER_nondet_uint() ? &u : &v;
#ifdef PART
  w->part[0] = 1;
  return w->part[1];
#endif
  w->p = &x;
  assert(*w->p == 5 && w->n == (uintptr_t)&x);
  unsigned char low = w->low;
  w->low = low | 1;
  assert(w->n == (uintptr_t)&x + 1);
  w->low &= 0xfe;
  *w->p = 7;
  w->n = (uintptr_t)&y;
  assert(x == 7 && *w->p == 6);
  w->n = 0;
  assert(!w->p);
}
