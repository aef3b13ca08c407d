// -Werror makes violations errors: exit code 1 and no object file.
// RUN: rm -f %t.o
// RUN: not %sooth_clang -fverify-assertions -fverify-timeout=60 -Werror -O2 -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s
// RUN: test ! -e %t.o
// RUN: not %sooth_clang -fverify-assertions -fverify-timeout=60 -Werror=backend-plugin -c %s \
// RUN:   -o %t.o 2>&1 | FileCheck %s
// RUN: test ! -e %t.o
// CHECK: werror.c:[[@LINE+6]]:3: error: {{.+}} [-Werror,-Wbackend-plugin]
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  int unused;
  assert(x < 3);
  return 0;
}
// Another warning that -Werror turned into an error hides no violation.
// RUN: not %sooth_clang -fverify-assertions -fverify-timeout=60 -Werror=unused-variable -Wunused \
// RUN:   -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=BOTH
// BOTH: error: unused variable
// BOTH: warning: {{.+}} [-Wbackend-plugin]
