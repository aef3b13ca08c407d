// What is no violation is silent, and a remark where remarks are asked for.
// DEFINE: %{compile} = %sooth_clang -Werror -fverify-assertions -fsyntax-only
// RUN: %{compile} -DSAFE %s 2>&1 | count 0
// RUN: %{compile} -DSAFE -fverify-remarks %s 2>&1 | FileCheck %s --check-prefix=SAFE
// SAFE: remark: all 2 assertions hold [-Rremark-backend-plugin]
// RUN: %{compile} -DUNSUPPORTED %s 2>&1 | count 0
// RUN: %{compile} -DUNSUPPORTED -fverify-remarks %s 2>&1 | FileCheck %s --check-prefix=UNKNOWN
// RUN: %{compile} %s 2>&1 | count 0
// RUN: %{compile} -fverify-remarks %s 2>&1 | FileCheck %s --check-prefix=NOTHING
// NOTHING: remark: there is no assertion to verify [-Rremark-backend-plugin]
// RUN: %{compile} -DSAFE -fverify-remarks -fverify-engine=none-such %s 2>&1 | FileCheck %s --check-prefix=ENGINE
// ENGINE: remark: assertions not verified: {{.*}}none-such
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
  // UNKNOWN: remarks.c:{{[0-9]+}}:{{[0-9]+}}: remark: assertions not verified: {{.+}} [-Rremark-backend-plugin]
  __asm__ volatile("" : "+r"(x));
  assert(x == 1);
#endif
  return 0;
}
