// What is no violation is silent, and a remark where remarks are asked for.
// DEFINE: %{compile} = %sooth_clang -Werror -fverify-assertions -fverify-timeout=60 -fsyntax-only
// RUN: %{compile} -DSAFE %s 2>&1 | count 0
// RUN: %{compile} -DSAFE -fverify-remarks %s 2>&1 | FileCheck %s --check-prefix=SAFE
// SAFE: remark: all 2 assertions hold [-Rremark-backend-plugin]
// What could not be decided is one remark, with -Werror, too.
// RUN: %{compile} -DUNSUPPORTED %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %{compile} -DUNSUPPORTED -fverify-remarks %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %{compile} -DUNSUPPORTED -Wno-verify-undecided %s 2>&1 | count 0
// RUN: %{compile} -DUNSUPPORTED -DSAFE -Wno-verify-undecided -Wverify-undecided %s 2>&1 | FileCheck %s --check-prefix=PARTLY
// PARTLY: remark: {{1 of 3 checks|the only check}} could not be decided: {{.+}} [-Wverify-undecided]
// RUN: %{compile} %s 2>&1 | count 0
// Nor is a file with nothing to verify a remark: configure would take that for a failure.
// RUN: %{compile} -fverify-remarks %s 2>&1 | count 0
// RUN: %{compile} -fverify=memory -fverify-remarks %s 2>&1 | count 0
#include <assert.h>
int __VERIFIER_nondet_int(void);
#ifdef SAFE
static void safe(int x) {
  assert(x < 4);
  assert(x >= -3);
}
#endif
int main(void) {
#ifdef SAFE
  safe(__VERIFIER_nondet_int() % 4);
#endif
#ifdef UNSUPPORTED
  int x = 1;
  // UNKNOWN: remarks.c:{{[0-9]+}}:{{[0-9]+}}: remark: {{.*}} could {{.*}}be decided: {{.+}} [-Wverify-undecided]
  __asm__ volatile("nop" : "+r"(x));
  assert(x == 1);
#endif
  return 0;
}
