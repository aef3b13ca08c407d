// All the usual ways to silence a warning work.
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=60 -Wno-backend-plugin -c %s -o %t.o 2>&1 \
// RUN:   | count 0
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=60 -w -c %s -o %t.o 2>&1 | count 0
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=60 -fno-verify-assertions -c %s -o %t.o 2>&1 \
// RUN:   | count 0
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=60 -DPRAGMA -c %s -o %t.o 2>&1 | count 0
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=60 -Werror -DPRAGMA -c %s -o %t.o
// RUN: %sooth_clang -fverify-assertions -fverify-timeout=60 -DNDEBUG -c %s -o %t.o 2>&1 | count 0
// Without these it is not silent; the last of contradicting flags wins.
// RUN: %sooth_clang -fno-verify-assertions -fverify-assertions -fverify-timeout=60 -c %s -o %t.o 2>&1 \
// RUN:   | FileCheck %s
// CHECK: silence.c:[[@LINE+11]]:3: warning: {{.+}} [-Wbackend-plugin]
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef PRAGMA
#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Wbackend-plugin"
#endif


  assert(x < 3);
#ifdef PRAGMA
#pragma clang diagnostic pop
#endif
  return 0;
}
