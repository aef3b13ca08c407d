// What globals hold before a function that anyone may call, one note for each.
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=60 -fsyntax-only %s 2>&1 | FileCheck %s
// The same value for limit and i, on one line of the program:
// RUN: not sooth --engine=run %s -DSAME | FileCheck %s --check-prefix=COMPILED
// COMPILED: at the beginning limit = [[SAME:-?[0-9]+]]{{$}}
// COMPILED: : i = [[SAME]]{{$}}
// CHECK: warning: assertion 'table[i] < 100 + limit' failed
// CHECK-NOT: sooth_nondet
// CHECK: note: at the beginning table[0] = {{-?[0-9]+$}}
// CHECK: note: at the beginning table[1] = {{-?[0-9]+$}}
// CHECK: note: at the beginning limit = {{-?[0-9]+$}}
// CHECK: note: i = {{[01]$}}
// CHECK-NOT: sooth_nondet
#include <assert.h>
int table[2];
int limit;
int get(int i) {
  if (i < 0 || i > 1)
    return 0;
#ifdef SAME
  if (limit != i)
    return 0;
#endif
  assert(table[i] < 100 + limit);
  return table[i];
}
