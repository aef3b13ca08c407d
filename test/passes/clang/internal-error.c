// An internal error is a warning, which -Wno-verify-undecided does not switch
// off, and nothing is told of the checks.
// RUN: rm -rf %t && mkdir %t
// RUN: %sooth_clang -fverify-assertions -fverify-inject-fault=contradiction@sum -fverify-sarif=%t/sarif \
// RUN:   -fverify-report=%t/html -fverify-remarks -Wno-verify-undecided -c %s -o %t/o > %t/out 2>&1
// RUN: FileCheck %s --input-file=%t/out
// RUN: grep '"executionSuccessful": false' %t/sarif
// RUN: grep 'engines contradict each other' %t/html
// RUN: not %sooth_clang -Werror -fverify-assertions -fverify-inject-fault=contradiction@sum -c %s -o %t/o 2>&1 | FileCheck %s --check-prefix=WERROR
// CHECK: internal-error.c:[[#@LINE+9]]:{{[0-9]+}}: warning: not verified: internal error: engines contradict each other: one says safe, another says unsafe
// CHECK-NOT: failed
// CHECK: remark: bad: not verified: internal error
// CHECK: remark: sum: not verified: internal error
// CHECK-NOT: hold
// CHECK-NOT: could not be decided
// WERROR: error: not verified: internal error
#include <assert.h>
int bad(int x) {
  assert(x != 7);
  return x;
}
unsigned sum(unsigned n) {
  unsigned s = 0;
  for (unsigned i = 0; i < n; ++i)
    s += 2;
  assert(n != 5);
  return s;
}
