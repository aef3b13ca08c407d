// Arguments that lead to the same union may be equal, as those to the same structure.
// RUN: not sooth --check=memory,assert --harness=%t.c %s | FileCheck %s

#include <assert.h>

typedef union { int i; float f; } either;
// CHECK: assertion 'a->f == 1' failed
// CHECK: a = the caller's object [[OBJECT:A[0-9]+]]
// CHECK-NEXT: b = the caller's object [[OBJECT]]
void f(either *a, either *b) { a->f = 1; b->i = 2; assert(a->f == 1); }
