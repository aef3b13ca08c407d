// With access to the floating-point environment, operations are what they are
// without, as long as nobody changes the rounding mode.
// RUN: sooth %s -DCALL='f + f == 2 && d + d == 4 && l - l == 0 && \
// RUN: f * 3 == 3 && d / 2 == 1 && l * l == 9 && \
// RUN: f < 2 && d > f && l != d && !(f >= l) && \
// RUN: __builtin_isless(f, 2) && !__builtin_isunordered(f, d)' | FileCheck %s
// RUN: sooth %s -DCALL='(int)d == 2 && (unsigned long)l == 3 && (char)f == 1 && \
// RUN: (float)d == 2 && (long double)f == 1 && (double)l == 3 && \
// RUN: (float)n == 7 && (double)(unsigned)n == 7 && \
// RUN: __builtin_sqrt(2 * d) == 2 && __builtin_fma(d, d, d) == 6 && \
// RUN: d * d + d == 6 && -f == -1' | FileCheck %s
// RUN: sooth %s -DCALL='__builtin_floor(d) + __builtin_ceil(d) == 4 && __builtin_trunc(d) == 2 && \
// RUN: __builtin_round(d) == 2 && __builtin_roundeven(d) == 2 && \
// RUN: __builtin_rint(d) == 2 && __builtin_nearbyint(d) == 2 && \
// RUN: __builtin_lrint(d) == 2 && __builtin_llround(d) == 2 && \
// RUN: __builtin_fmax(d, 1) == 2 && __builtin_fmin(d, 1) == 1 && \
// RUN: __builtin_fmod(d, 2) == 0 && \
// RUN: FLT_ROUNDS == 1 && !__builtin_isnan(d)' | FileCheck %s
// CHECK: {{^}}Safe{{$}}
// RUN: not sooth %s -DCALL='f + f == 3' | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCALL='FLT_ROUNDS == 0' | FileCheck %s --check-prefix=UNSAFE
// UNSAFE: {{^}}Unsafe{{$}}
// RUN: not sooth %s -DCALL='fetestexcept(FE_INEXACT) == 0' | FileCheck %s --check-prefix=UNKNOWN
// RUN: not sooth %s -DCALL='fesetenv(FE_DFL_ENV) || f + f == 3' | FileCheck %s --check-prefix=UNKNOWN
// UNKNOWN: {{^}}Unknown: unsupported: {{result of|change of the rounding mode}}
#include <assert.h>
#include <fenv.h>
#include <float.h>
#pragma STDC FENV_ACCESS ON
volatile float f = 1;
volatile double d = 2;
volatile long double l = 3;
volatile int n = 7;

int main(void) { assert(CALL); }
