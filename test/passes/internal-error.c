// An internal error is a warning, and nothing is told of the checks.
// RUN: %clang19 -O0 -Xclang -disable-O0-optnone -g -emit-llvm -S %s -o %t.ll
// RUN: %soothpass -passes='verify-assertions<inject-fault=contradiction>' %t.ll -disable-output 2>&1 | FileCheck %s
// CHECK: internal-error.c:[[#@LINE+4]]:{{[0-9]+}}: warning: assertions not verified: internal error: engines contradict each other
// CHECK-NOT: failed
#include <assert.h>
int bad(int x) {
  assert(x != 7);
  return x;
}
