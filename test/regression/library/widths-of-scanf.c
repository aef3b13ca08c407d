// What fits into the width is all that scanf reads, and what is in the set.
// RUN: sooth %s -DCALL='scanf("%%1d", &x) != 1 || (0 <= x && x <= 9)' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCALL='scanf("%%2d", &x) != 1 || (-9 <= x && x <= 99)' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCALL='scanf("%%2x", &u) != 1 || u <= 255 || u >= -15u' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCALL='scanf("%%2o%%1u", &u, &v) != 2 || ((u <= 63 || u >= -7u) && v <= 9)' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCALL='scanf("%%2i", &x) != 1 || (-9 <= x && x <= 99)' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCALL='scanf("%%2hhd", &c) != 1 || (-9 <= c && c <= 99)' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCALL='scanf("%%18lld", &l) != 1 || l < 1000000000000000000' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCALL='scanf("%%3[0-9]", t) != 1 || (t[0] >= 48 && t[0] <= 57 && strlen(t) <= 3)' | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCALL='scanf("%%2[^a-z]", t) != 1 || t[0] != 98' | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCALL='scanf("%%2d", &x) != 1 || x != 99' | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCALL='scanf("%%2d", &x) != 1 || x != -9' | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCALL='scanf("%%10d", &x) != 1 || x > -2147483647 - 1' | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCALL='scanf("%%3hhd", &c) != 1 || c != -100' | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCALL='scanf("%%3[0-9]", t) != 1 || t[0] != 53' | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCALL='scanf("%%1f", &f) != 1 || f <= 9' | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCALL='scanf("%%f", &f) != 1 || f <= 9' | FileCheck %s --check-prefix=UNSAFE
// SAFE: {{^}}Safe{{$}}
// UNSAFE: {{^}}Unsafe{{$}}
// OPEN: {{^}}Unknown: unsupported: number that scanf reads with a width
#include <assert.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int x;
  unsigned u, v;
  signed char c;
  long long l;
  char t[8];
  float f;
  assert(CALL);
}
