// A violated assertion is a warning at its place, with the run as notes.
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=60 -O2 -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s --implicit-check-not=warning:
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=60 -fsyntax-only -Xclang -verify \
// RUN:   -Xclang -verify-ignore-unexpected=note %s
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int x = __VERIFIER_nondet_int();
  // CHECK: violation.c:[[@LINE+4]]:3: warning: {{.+}} [-Wbackend-plugin]
  // CHECK: assert(x < 3);
  // CHECK: ^
  // CHECK: violation.c:{{[0-9]+}}:{{[0-9]+}}: note: {{.+}}
  assert(x < 3); // expected-warning-re {{{{.+}}}}
  return 0;
}
// CHECK: 1 warning generated.
