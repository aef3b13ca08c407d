// Where a file has no main, globals hold anything: also those that are no
// integers, that are many, or that each thread has its own of.
// RUN: %sooth_clang -fverify-assertions -c %s -DG='long *g' -DTEST='g == 0' -o %t.o 2>&1 | FileCheck %s
// RUN: %sooth_clang -fverify-assertions -c %s -DG='union { double d; int n; } g' -DTEST='g.n == 0' -o %t.o 2>&1 | FileCheck %s
// RUN: %sooth_clang -fverify-assertions -c %s -DG='int g[2000]' -DTEST='g[i %% 2000] == 0' -o %t.o 2>&1 | FileCheck %s
// RUN: %sooth_clang -fverify-assertions -c %s -DG='_Thread_local int g' -DTEST='g == 0' -o %t.o 2>&1 | FileCheck %s
// CHECK: warning: assertion {{.*}} failed
#include <assert.h>
G;
void f(unsigned i) { assert(TEST); }
