// Bytes that are set or copied may be a part of what else is read as a whole.
// RUN: not sooth %s | FileCheck %s
// RUN: not sooth %s -DCOPY | FileCheck %s
// RUN: sooth %s -DWHOLE | FileCheck %s --check-prefix=SAFE
// CHECK: {{^}}Un
// SAFE: {{^}}Safe{{$}}
#include <assert.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned a[4], b[4], i = __VERIFIER_nondet_uint() % 4;
  for (int k = 0; k < 4; k++) {
    a[k] = 0x01010101;
    b[k] = 0;
  }
#if defined(WHOLE)
  memset((char *)a + 4, 1, 8);
  memmove(&a[1], &a[2], 8);
#elif defined(COPY)
  memcpy((char *)a + 5, (char *)b + 5, 2);
#else
  memset((char *)a + 5, 0, 1);
#endif
  assert(a[i] == 0x01010101);
}
