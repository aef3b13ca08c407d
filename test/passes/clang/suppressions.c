// What a comment suppresses is no warning (docs/Suppressions.md).
// RUN: %sooth_clang -fverify-assertions -fverify=div -fverify-timeout=60 -c %s -o %t.o 2>&1 | FileCheck %s
// RUN: %sooth_clang -fverify-assertions -fverify=div -fverify-timeout=60 -fverify-remarks -DONE -c %s -o %t.o 2>&1 | FileCheck %s --check-prefix=ONE
int kept(int x) {
  return 1 / x; // sooth-ignore: callers have tested it
}
// CHECK-NOT: suppressions.c:5
// ONE: kept: 1 check: 1 suppressed
// ONE: all other assertions hold if what is suppressed holds
#ifndef ONE
int told(int x) {
  return 2 / x;
}
// CHECK: suppressions.c:[[@LINE-2]]:12: warning: division by zero
#endif
