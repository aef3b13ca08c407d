// A va_list that callers pass is one that va_start made. What was read by it was
// told to be at an address that need not be a multiple of 4, in a list that no
// caller has.
// RUN: not sooth %s --check=memory --all --harness=%t/ --json > %t.json
// RUN: FileCheck %s --input-file=%t.json --check-prefix=JSON
// JSON-NOT: multiple of
// RUN: not sooth %s --check=memory --all | FileCheck %s
// CHECK: argument-lists-of-callers.c:26:7: assertion 'got != 5' failed
// CHECK-NOT: multiple of
// CHECK: {{^}}1 function, 6 checks: {{.*}} 1 violated
// RUN: %clang19 -w %s %t/hand-26.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// REPLAY: violation reached: {{.*}}argument-lists-of-callers.c:26

#include <assert.h>
#include <stdarg.h>

int total;

void hand(va_list list, int n) {
  if (n < 1 || n > 2)
    return;
  for (int i = 0; i < n; i++) {
    int got = va_arg(list, int);
    if (i)
      assert(got != 5);
    total = got;
  }
}
