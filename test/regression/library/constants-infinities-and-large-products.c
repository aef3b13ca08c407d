// What functions of the C library do at the rim: with constants, infinities,
// and products that are too large; and what they may read although their result
// is known before.
// RUN: not sooth %s -DCASE=1 | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCASE=1 --check=access | FileCheck %s --check-prefix=ASSERTION
// RUN: sooth %s -DCASE=2 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=3 --check=memory | FileCheck %s --check-prefix=OUTSIDE
// RUN: not sooth %s -DCASE=4 --check=memory | FileCheck %s --check-prefix=OUTSIDE
// RUN: not sooth %s -DCASE=5 --check=memory | FileCheck %s --check-prefix=OUTSIDE
// RUN: sooth %s -DCASE=6 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=3 --check=leak | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=7 | FileCheck %s --check-prefix=OPEN
// RUN: sooth %s -DCASE=8 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=9 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=11 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=12 | FileCheck %s --check-prefix=PART
// RUN: not sooth %s -DCASE=13 --check=memory | FileCheck %s --check-prefix=OUTSIDE
// SAFE: {{^}}Safe{{$}}
// UNSAFE: {{^}}Unsafe{{$}}
// ASSERTION: {{^}}Unsafe{{$}}
// ASSERTION-NEXT: assertion '0' failed
// OUTSIDE: {{^}}Unsafe{{$}}
// OUTSIDE-NEXT: read outside of 'a'
// OPEN: {{^}}Unknown: unsupported: power of two of a number that is not finite
// PART: {{^}}Unknown: unsupported: element that is read in part
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <sooth.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  volatile char a[2] = {1, 2}, b[8] = {9};
  char *rest;
  int n = 0;
#if CASE == 1
  strtok((char *)"abc", ",");
  assert(0);
#elif CASE == 2
  char text[] = "a,bc";
  assert(!strcmp(strtok_r(text, ",", &rest), "a"));
  assert(!strcmp(strtok_r(NULL, ",", &rest), "bc"));
  assert(!strtok_r(NULL, ",", &rest) && !strtok_r(NULL, ",", &rest));
#elif CASE == 3
  n = memcmp((char *)a, (char *)b, 8);
#elif CASE == 4
  n = memrchr((char *)a, 2, sooth_nondet_bool() ? 2 : 3) != NULL;
#elif CASE == 5
  n = memmem((char *)b, 8, (char *)a, 4) != NULL;
#elif CASE == 6
  n = memchr((char *)a, 2, 8) != NULL && memcmp((char *)a, (char *)b, 2);
#elif CASE == 7
  frexp(INFINITY, &n);
  assert(n != 1);
#elif CASE == 8
  assert(frexp(6, &n) == 0.75 && n == 3);
#elif CASE == 9
  size_t many = sooth_nondet_ulong();
  sooth_assume(many > SIZE_MAX / 4);
  assert(calloc(many, 8) == NULL && calloc(8, many) == NULL);
  assert(calloc(SIZE_MAX / 4 + 1, 8) == NULL);
#elif CASE == 11
  int *p = calloc(3, sizeof *p);
  assert(p[0] == 0 && p[2] == 0);
  free(p);
#elif CASE == 12
  int x = 5;
  if (fread(&x, sizeof x, 1, stdin) == 0)
    assert(x == 5);
#else
  fwrite((char *)a, 1, 3, stdout);
#endif
}
