// sooth.h is found, after headers of that name.
// RUN: %sooth_clang -fverify=overflow -fsyntax-only %s 2>&1 | FileCheck %s
// RUN: rm -rf %t && mkdir %t && echo '#error the own one' > %t/sooth.h
// RUN: not %sooth_clang -fverify=overflow -I%t -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=OWN
// Also where nothing is verified: the same program, another build.
// RUN: %sooth_clang -Werror -c %s -o %t.o 2>&1 | count 0
// RUN: not %sooth_clang -I%t -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=OWN
// RUN: %sooth_clang -fverify=overflow -fsyntax-only %sooth_root/examples/overflow.c 2>&1 | FileCheck %s --check-prefix=EXAMPLE --allow-empty
// CHECK: header.c:[[#@LINE+9]]:{{[0-9]+}}: warning: signed addition overflow
// OWN: error: the own one
// EXAMPLE-NOT: error
#include <sooth.h>

int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n > 0);

  return n + 1 > 0;
}
