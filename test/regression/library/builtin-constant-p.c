// What a compiler may find constant, or know the size of, is its own affair; in
// bcp-1.c of gcc's torture tests no compiler finds a constant in a variable.
// RUN: sooth %s -DCALL='__builtin_constant_p(3) && \
// RUN: __builtin_constant_p("ab") && !__builtin_constant_p(&variable) && \
// RUN: (__builtin_constant_p(variable) ? 7 : variable + 7) >= 7' | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCALL='!__builtin_constant_p(variable)' | FileCheck %s
// RUN: not sooth %s -DCALL='!known(3)' | FileCheck %s
// RUN: not sooth %s -DCALL='known(3)' | FileCheck %s
// RUN: not sooth %s -DCALL='!known_place(&variable)' | FileCheck %s
// RUN: not sooth %s -DCALL='bad()' | FileCheck %s
// CHECK: {{^}}Unknown: unsupported: whether the compiler knows a value (__builtin_constant_p)
// RUN: not sooth %s -DCALL='dynamic(&variable) == 4' | FileCheck %s --check-prefix=SIZE
// SIZE: {{^}}Unknown: unsupported: size of an object that the compiler may not know
// Annotations are the value.
// RUN: sooth %s -DCALL='__builtin_annotation(variable, "x") == variable && \
// RUN: member() == 5 && __builtin_expect(variable, 1) == variable && \
// RUN: __builtin_unpredictable(!variable)' | FileCheck %s --check-prefix=SAFE
// What the machine tells is no input, and what only waits is nothing.
// RUN: not sooth %s -DCALL='__builtin_readcyclecounter() != 5' | FileCheck %s --check-prefix=RESULT
// RUN: not sooth %s -DCALL='__builtin_ia32_rdtsc() != 5' | FileCheck %s --check-prefix=RESULT
// RESULT: {{^}}Unknown: unsupported: result of 'llvm.
// RUN: sooth %s -DCALL='(__builtin_ia32_pause(), variable == 0)' | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCALL='(__builtin_debugtrap(), variable == 0)' | FileCheck %s --check-prefix=REFUSED
// REFUSED: {{^}}Unknown: unsupported: 'llvm.debugtrap'
// SAFE: {{^}}Safe{{$}}
#include <assert.h>
int variable;
static int known(int x) { return __builtin_constant_p(x + 1); }
static int known_place(int *p) { return __builtin_constant_p(*p); }
static int bad_global(void) { return __builtin_constant_p(variable); }
static int bad_argument(void) { return known(1); }
static int dynamic(int *p) { return __builtin_dynamic_object_size(p, 0); }
int (*tests[])(void) = {bad_global, bad_argument};
static int bad(void) {
  for (int i = 0; i < 2; i++)
    if (tests[i]())
      return 0;
  return 1;
}
struct annotated { int a __attribute__((annotate("m"))); };
static int member(void) {
  struct annotated s = {5};
  int local __attribute__((annotate("l"))) = s.a;
  return local;
}

int main(void) { assert(CALL); }
