// Code with errors is not verified: clang's own diagnostics and nothing else.
// RUN: not %clang19 -c %s -o %t.o 2>%t.plain
// RUN: not %sooth_clang -fverify-assertions -fverify-timeout=60 -fverify-remarks -c %s -o %t.o 2>%t.verify
// RUN: diff %t.plain %t.verify
// RUN: FileCheck %s < %t.verify
// CHECK: error: use of undeclared identifier 'y'
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  assert(__VERIFIER_nondet_int() < 3);
  return y;
}
