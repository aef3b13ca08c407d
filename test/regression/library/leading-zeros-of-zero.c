// How many zeros are before the first one bit of zero: any number.
// RUN: not sooth %s -DCALL='x != 0 || __builtin_clz(x) == 32' | FileCheck %s
// RUN: not sooth %s -DCALL='x != 0 || __builtin_clz(x) != 7' | FileCheck %s
// RUN: not sooth %s -DCALL='x != 0 || __builtin_ctzll(x) == 64' | FileCheck %s
// RUN: not sooth %s -DCALL='(unsigned short)x != 0 || __builtin_clzs(x) == 16' | FileCheck %s
// CHECK: {{^}}Unknown: unsupported: number of zero bits before the first one of 0
// What does not depend on it, and what is defined.
// RUN: sooth %s -DCALL='(__builtin_clz(x) % 1 == 0) && \
// RUN: (__builtin_clz(x | 1) < 32) && \
// RUN: (x == 0 || __builtin_ctz(x) < 32) && \
// RUN: (x != 0 || __builtin_clzg(x, 32) == 32) && \
// RUN: (x != 0 || __builtin_ffs(x) == 0) && \
// RUN: (x != 0 || __builtin_clrsb(x) == 31)' | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCALL='x == 0 || __builtin_ctz(x) < 31' | FileCheck %s --check-prefix=UNSAFE
// SAFE: {{^}}Safe{{$}}
// UNSAFE: {{^}}Unsafe{{$}}
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  assert(CALL);
}
