// The pass prints what clang would, and leaves the module alone.
// RUN: %clang19 -O0 -Xclang -disable-O0-optnone -g -emit-llvm -S %s -o %t.ll
// RUN: %soothpass -passes=verify-assertions %t.ll -S -o %t.out.ll 2>&1 | FileCheck %s
// RUN: grep -v ModuleID %t.ll > %t.1; grep -v ModuleID %t.out.ll > %t.2; diff %t.1 %t.2
// RUN: %soothpass -passes='thread-globals,mem2reg,slice-assertions,verify-assertions' %t.ll -disable-output 2>&1 | FileCheck %s
// RUN: %soothpass -passes='verify-assertions<entry=good;engine=kind;timeout=20>' %t.ll -disable-output 2>&1 | FileCheck %s --check-prefix=GOOD
// RUN: not %soothpass -passes='verify-assertions<entry=none>' %t.ll -disable-output 2>&1 | FileCheck %s --check-prefix=NONE
// RUN: not %soothpass -passes='verify-assertions<timeout=soon>' %t.ll -disable-output 2>&1 | FileCheck %s --check-prefix=TIME
// RUN: not %soothpass -passes='verify-assertions<engine=none>' %t.ll -disable-output 2>&1 | FileCheck %s --check-prefix=ENGINE
// RUN: %soothpass -passes='sooth-prepare,encode-vmt' %t.ll -disable-output | FileCheck %s --check-prefix=VMT
#include <assert.h>
int __VERIFIER_nondet_int(void);
int good(int x) {
  x &= 3;
  assert(x < 4);
  return x;
}
int main(void) {
  int x = __VERIFIER_nondet_int();
  // CHECK: verify-assertions.c:[[@LINE+2]]:3: warning: assertion 'x < 3' failed [verify-assertions]
  // CHECK-NEXT: verify-assertions.c:[[@LINE-2]]:{{7|11}}: note: x = __VERIFIER_nondet_int() = {{[0-9]+}}
  assert(x < 3);
  // CHECK-NOT: warning
  return good(x);
}
// GOOD: remark: all assertions hold [verify-assertions]
// NONE: error: there is no function 'none' to start from
// TIME: error: --timeout takes a positive number of seconds, not 'soon'
// ENGINE: error: there is no engine 'none'; there are
// VMT: :invar-property
