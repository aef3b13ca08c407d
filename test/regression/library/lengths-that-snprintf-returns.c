// How much snprintf prints is no choice of the world, and sprintf writes what
// it is told to, whether there is room or not.
// RUN: sooth %s -DCASE=1 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=2 | FileCheck %s --check-prefix=OUTSIDE
// RUN: not sooth %s -DCASE=2 --check=memory | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCASE=3 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not sooth %s -DCASE=4 | FileCheck %s --check-prefix=UNKNOWN
// RUN: not sooth %s -DCASE=5 | FileCheck %s --check-prefix=WRITES
// SAFE: {{^}}Safe{{$}}
// OUTSIDE: {{^}}Unknown: undefined behaviour: write outside of 'small'
// UNSAFE: {{^}}Unsafe{{$}}
// UNKNOWN: {{^}}Unknown: unsupported: {{text that printf and its kin write|length of what printf and its kin print}}
// WRITES: {{^}}Unknown: unsupported:
#include <assert.h>
#include <sooth.h>
#include <stdio.h>
const char *format(void);

int main(void) {
  char small[4], large[400];
  int n = 5;
#if CASE == 1
  assert(snprintf(small, sizeof small, "%d", n) == 1);
#elif CASE == 2
  sprintf(small, "%s", "hello, world");
  assert(n == 5);
#elif CASE == 3
  sprintf(large, "%f", sooth_nondet_double());
  assert(large[1] != '.');
#elif CASE == 4
  assert(snprintf(large, sizeof large, "%e", sooth_nondet_double()) != 12);
#else
  snprintf(large, sizeof large, format(), &n);
  assert(n == 5);
#endif
}
