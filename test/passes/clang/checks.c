// -fverify= adds checks to the assertions.
// DEFINE: %{flags} =
// DEFINE: %{check} =
// DEFINE: %{verify} = %sooth_clang %{flags} -fverify-timeout=60 -fsyntax-only %s 2>&1 | FileCheck %s --check-prefix=%{check} --implicit-check-not=warning:

// REDEFINE: %{flags} = -DOVERFLOW -fverify=overflow
// REDEFINE: %{check} = OVERFLOW
// RUN: %{verify}
// REDEFINE: %{flags} = -DDIV -fverify=div
// REDEFINE: %{check} = DIV
// RUN: %{verify}
// REDEFINE: %{flags} = -DSHIFT -fverify=assert,overflow,div,shift
// REDEFINE: %{check} = SHIFT
// RUN: %{verify}
// REDEFINE: %{flags} = -DUNSIGNED -fverify=unsigned-overflow
// REDEFINE: %{check} = UNSIGNED
// RUN: %{verify}
// REDEFINE: %{flags} = -DASSERT -fverify=overflow
// REDEFINE: %{check} = ASSERT
// RUN: %{verify}

// Nothing is checked that was not asked for; wrapping unsigned numbers are no
// error unless said so.
// RUN: %sooth_clang -DUNSIGNED -fverify=overflow,div,shift -fverify-timeout=60 -fsyntax-only %s 2>&1 | count 0
// RUN: %sooth_clang -DOVERFLOW -DDIV -DSHIFT -DUNSIGNED -fverify-assertions -fverify-timeout=60 -fsyntax-only %s 2>&1 | count 0
// RUN: %sooth_clang -DDIV -fverify=shift -fverify-timeout=60 -fsyntax-only %s 2>&1 | count 0
// Nor do the user's own sanitizers and instrumentation count as checks.
// RUN: %sooth_clang -DOVERFLOW -fsanitize=undefined -fsanitize-trap=all -fprofile-instr-generate -fverify=div -fverify-timeout=60 -fsyntax-only %s 2>&1 | count 0
// RUN: %sooth_clang -DOVERFLOW -ftrapv -fverify=div -fverify-timeout=60 -fsyntax-only %s 2>&1 | count 0
#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int(), y = 0;
#ifdef OVERFLOW
  // OVERFLOW: checks.c:[[@LINE+1]]:9: warning: {{.+}} [-Wbackend-plugin]
  y = x + 1;
#endif
#ifdef DIV
  // DIV: checks.c:[[@LINE+1]]:10: warning: {{.+}} [-Wbackend-plugin]
  y = 10 / x;
#endif
#ifdef SHIFT
  // SHIFT: checks.c:[[@LINE+1]]:9: warning: {{.+}} [-Wbackend-plugin]
  y = 1 << x;
#endif
#ifdef UNSIGNED
  // UNSIGNED: checks.c:[[@LINE+1]]:21: warning: {{.+}} [-Wbackend-plugin]
  y = ((unsigned)x) + 1u != 0;
#endif
#ifdef ASSERT
  // ASSERT: checks.c:[[@LINE+1]]:3: warning: {{.+}} [-Wbackend-plugin]
  assert(x != 7);
#endif
  return y;
}
