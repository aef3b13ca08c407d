// Of what strcmp returns mostly the sign is looked at: then it is no input.
// RUN: sooth %s --emit=cfa | FileCheck %s --implicit-check-not=sooth_nondet_libc
// RUN: sooth %s | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DNUMBER --emit=cfa | FileCheck %s --check-prefix=NUMBER
// RUN: not sooth %s -DNUMBER | FileCheck %s --check-prefix=UNSAFE
// CHECK: entry
// SAFE: {{^}}Safe
// NUMBER: sooth_nondet_libc_int
// UNSAFE: {{^}}Unsafe
#include <assert.h>
#include <sooth.h>
#include <string.h>

static int order(const char *a, const char *b) {
  int o = strcmp(a, b);
  return b[0] ? o : 0;
}

int main(void) {
  char a[] = {(char)sooth_nondet_int(), 0}, b[] = {(char)sooth_nondet_int(), 0};
  int o = order(a, b);
  if (o < 0)
    assert(order(b, a) >= 1 || !a[0]);
  if (o <= -1)
    assert((unsigned char)a[0] < (unsigned char)b[0]);
  assert(o == 0 || a[0] != b[0]);
#ifdef NUMBER
  assert(o != 77);
#endif
}
