// Variants of thirteen programs that were once answered wrongly, each run with
// clang and gcc, with and without optimization.
// RUN: sooth %s -DCASE=1 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=2 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=3 --check=access | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=4 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=5 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=6 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=8 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=9 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=12 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=13 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=101 | FileCheck %s --check-prefix=ZERO
// RUN: not sooth %s -DCASE=102 --check=memory | FileCheck %s --check-prefix=LIT
// RUN: not sooth %s -DCASE=103 | FileCheck %s --check-prefix=OVERLAP
// RUN: not sooth %s -DCASE=104 --check=memory | FileCheck %s --check-prefix=OUT
// RUN: not sooth %s -DCASE=106 | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCASE=108 | FileCheck %s --check-prefix=FITS
// RUN: not sooth %s -DCASE=109 | FileCheck %s --check-prefix=KNOWS
// RUN: not sooth %s -DCASE=112 | FileCheck %s --check-prefix=ORDER
// RUN: not sooth %s -DCASE=113 --check=memory | FileCheck %s --check-prefix=END
// SAFE: {{^}}Safe{{$}}
// UNSAFE: {{^}}Unsafe{{$}}
// ZERO: {{^}}Unknown: unsupported: number of zero bits before the first one
// LIT: {{^}}Unsafe{{$}}
// LIT-NEXT: which is constant
// OVERLAP: {{^}}Unknown: undefined behaviour: {{copy of|write outside of}}
// OUT: {{^}}Unsafe{{$}}
// OUT-NEXT: read outside of 'a'
// FITS: {{^}}Unknown: unsupported: conversion of a floating-point number
// KNOWS: {{^}}Unknown: unsupported: whether the compiler knows a value
// ORDER: {{^}}Unknown: unsupported: order of elements that compare equal
// END: {{^}}Unsafe{{$}}
// END-NEXT: write outside of memory from 'calloc'
#define _GNU_SOURCE
#include <assert.h>
#include <math.h>
#include <sooth.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#if CASE == 5
#pragma STDC FENV_ACCESS ON
#endif

struct pair {
  int key, value;
};
static int order(const void *a, const void *b) {
  return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}

int main(void) {
  unsigned x = sooth_nondet_uint(), n = 0;
  struct pair all[3] = {{1, 1}, {1, 2}, {0, 3}};
  char text[16] = "abcdefg", *rest;
  volatile double one = 1;
  double real = sooth_nondet_double();
#if CASE == 1
  for (unsigned y = x; y; y >>= 1)
    n++;
  assert((x ? 32 - __builtin_clz(x) : 0) == n);
  assert(x == 0 || x >> __builtin_ctz(x) & 1);
  assert((__builtin_ffs(x) == 0) == (x == 0));
#elif CASE == 101
  int zeros = __builtin_ctz(x);
  assert(x != 0 || zeros == 32);
#elif CASE == 2
  rest = (char *)"abc";
  assert(!strcmp(strsep(&rest, ","), "abc") && !rest);
  assert(strtok((char *)"", ",") == NULL && strtok(NULL, ",") == NULL);
#elif CASE == 102
  rest = (char *)"a,bc";
  strsep(&rest, ",");
#elif CASE == 3
  n = x % 5;
  memcpy(text + 4, text, n);
  memcpy(text, text, 3);
  memmove(text + 1, text, 8);
  assert(text[1] == 'a');
#elif CASE == 103
  sprintf(text, "%sx", text);
  assert(!strcmp(text, "abcdefgx"));
#elif CASE == 4
  char a[2] = {'a', 'b'}, b[4] = "ac", c[4] = "x";
  assert(strncmp(a, b, 2) < 0 && strncmp(a, "b", 30) < 0);
  assert(memchr(a, 'b', 8) == a + 1 && strnlen(a, 2) == 2);
  assert(memcmp(a + 2, b, 0) == 0 && strncat(c, a, 2) == c);
#elif CASE == 104
  volatile char a[2] = {'a', 'b'};
  printf("%.3s", (char *)a);
#elif CASE == 5
  volatile int seven = 7;
  assert(sqrt(one * 4) == 2 && (int)one == 1 && -one == -1 && one < 2);
  assert((double)seven == 7 && fma(one, 2, 3) == 5 && rint(one) == 1);
#elif CASE == 6
  int i = 5, j = 6;
  n = scanf("%1d%*d%3i", &i, &j);
  assert(n == 0 || n == -1 || (i >= -9 && i <= 9));
  assert(n == 2 ? j >= -99 && j <= 999 : j == 6);
  n = scanf("%3[]a-c]", text);
  assert(n != 1 || text[0] == ']' || (text[0] >= 'a' && text[0] <= 'c'));
#elif CASE == 106
  if (scanf("%2s", text) == 1)
    assert(text[0] != 0);
#elif CASE == 8
  int exponent;
  assert(modf(INFINITY, &real) == 0 && real == INFINITY);
  assert(frexp(-0.75, &exponent) == -0.75 && exponent == 0);
  assert(logb(0) == -INFINITY && fmax(1, NAN) == 1);
#elif CASE == 108
  if (real != real)
    assert(lrint(real) != 77);
#elif CASE == 9
  n = x & 1;
  assert((__builtin_constant_p(n) ? n : x & 1) == n);
#elif CASE == 109
  assert(!__builtin_constant_p(x & 1));
#elif CASE == 12
  qsort(all, 3, sizeof *all, order);
  assert(all[0].value == 3 && all[1].value + all[2].value == 3);
#elif CASE == 112
  qsort(all, 3, sizeof *all, order);
  assert(all[1].value == 1);
#elif CASE == 13
  size_t many = x % 8 + 1, wide = (x >> 3) % 8 + 1;
  double *cells = calloc(many, wide * sizeof *cells);
  cells[(many - 1) * wide + wide - 1] = 1;
  assert(many * wide == 1 || cells[0] == 0);
  free(cells);
#else
  size_t many = x % 8 + 1;
  int *cells = calloc(many, sizeof *cells);
  cells[many] = 1;
  free(cells);
#endif
}
