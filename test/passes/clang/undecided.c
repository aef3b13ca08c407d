// A file that cannot be decided is told in one remark within some seconds, with
// the number of checks, the reason and the first that is open.
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=10 -c %s -o %t.o > %t.out 2>&1
// RUN: FileCheck %s < %t.out
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=4 -DONLY -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ONLY
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=4 -Wno-verify-undecided -DONLY -c %s -o %t.o 2>&1 | count 0
// RUN: timeout 60 %sooth_clang -fverify-assertions -DONLY -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ONLY
// CHECK: undecided.c:[[#@LINE+19]]:{{[0-9]+}}: warning: assertion 'a != 3' failed
// CHECK: undecided.c:[[#@LINE+16]]:{{[0-9]+}}: remark: {{[12]}} of 3 checks could not be decided: timeout [-Wverify-undecided]
// CHECK-NOT: remark
// ONLY: undecided.c:[[#@LINE+14]]:{{[0-9]+}}: remark: the only check could not be decided: timeout [-Wverify-undecided]
// ONLY-NOT: remark
#include <assert.h>
unsigned long input(void);
int main(void) {
  unsigned long a = input(), b = input(), c = input();
#ifndef ONLY
  int i = 0;
  while (input() && i < 7)
    i++;
  assert(i <= 7);
#endif
  // Whether a number of 64 bits is the sum of two cubes.
  if (a && b && a >> 21 == 0 && b >> 21 == 0)
    assert(a * a * a + b * b * b != 1729000000000000123ul);
#ifndef ONLY
  assert(a != 3);
#endif
}
