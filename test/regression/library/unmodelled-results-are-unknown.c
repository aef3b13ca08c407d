// What a library function returns is not for the verifier to choose: where it
// is not modelled, a violation that depends on it is not known to be one.
// RUN: not sooth %s --libc=unknown -DCALL='div(7, 2).quot == 3' | FileCheck %s
// RUN: not sooth %s --libc=unknown -DCALL='printf("ab") == 2' | FileCheck %s
// RUN: not sooth %s --libc=unknown -DCALL='!__builtin_strange(1)' | FileCheck %s
// RUN: not sooth %s --libc=unknown -DCALL='isdigit(49)' | FileCheck %s
// RUN: not sooth %s -DCALL='tgamma(5) == 24' | FileCheck %s
// RUN: not sooth %s -DCALL='creal(quotient()) == 1.5' | FileCheck %s
// RUN: not sooth %s --libc=unknown -DCALL='strverscmp("1", "2")' | FileCheck %s
// CHECK: {{^}}Unknown: unsupported: result of '
// These are choices of the world, within bounds.
// RUN: sooth %s -DCALL='rand() >= 0' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCALL='getchar() < 256 && getchar() >= -1' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCALL='__VERIFIER_nondet_bool() < 2' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCALL='open("x", 0) >= -1' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCALL='(error(2, 0, "x"), 0)' | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCALL='(error(0, 0, "x"), 0)' | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCALL='rand() != 7' | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCALL='getchar() != 7' | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCALL='__VERIFIER_nondet_bool()' | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCALL='mine() != 7' | FileCheck %s --check-prefix=UNSAFE
// SAFE: {{^}}Safe{{$}}
// UNSAFE: {{^}}Unsafe{{$}}
#define _GNU_SOURCE
#include <assert.h>
#include <complex.h>
#include <error.h>
#include <fcntl.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
int mine(void);
static double complex quotient(void) {
  double complex a = 3, b = 2;
  return a / b;
}

int main(void) {
  assert(CALL);
}
