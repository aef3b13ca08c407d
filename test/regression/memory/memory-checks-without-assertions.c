// A file without assertions was not looked at when only memory was to be checked.
// RUN: %sooth_clang -fverify=memory -fverify-timeout=60 -fsyntax-only %s 2>&1 | FileCheck %s
// CHECK: memory-checks-without-assertions.c:[[@LINE+10]]:{{[0-9]+}}: warning: {{.*}}null
// With sooth's own options, in clang.
// RUN: %sooth_clang -fverify=memory -fverify-timeout=60 -DALLOCATED -fverify-remarks -fsyntax-only %s 2>&1 | count 0
// RUN: %sooth_clang -fverify=memory -fverify-timeout=60 -DALLOCATED -fverify-malloc-may-fail -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=FAILS
#include <stdlib.h>
int main(void) {
  int *p = 0;
#ifdef ALLOCATED
  p = malloc(sizeof *p);
#endif
  *p = 1; // FAILS: :[[@LINE]]:{{[0-9]+}}: warning: {{.*}}null
#ifdef ALLOCATED
  free(p);
#endif
  return 0;
}
