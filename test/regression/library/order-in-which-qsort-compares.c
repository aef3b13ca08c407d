// What qsort and bsearch compare, and how often, is open.
// RUN: not sooth %s -DCASE=1 | FileCheck %s --check-prefix=WRITES
// RUN: not sooth %s -DCASE=2 | FileCheck %s --check-prefix=ELEMENTS
// RUN: not sooth %s -DCASE=3 | FileCheck %s --check-prefix=EQUAL
// RUN: sooth %s -DCASE=4 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=5 | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth %s -DCASE=6 | FileCheck %s --check-prefix=WRITES
// WRITES: {{^}}Unknown: {{unsupported|undefined behaviour}}: order of comparisons that write
// ELEMENTS: {{^}}Unknown: unsupported: elements that qsort or bsearch compares
// EQUAL: {{^}}Unknown: unsupported: order of elements that compare equal
// SAFE: {{^}}Safe{{$}}
// UNSAFE: {{^}}Unsafe{{$}}
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>
static int calls;
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
#if CASE == 1 || CASE == 6
  calls++;
#elif CASE == 2
  assert(x != 1 || y != 4);
#elif CASE == 3
  x /= 2, y /= 2;
#endif
  return x < y ? -1 : x > y;
}

int main(void) {
  int a[4] = {1, 2, 3, 4};
#if CASE == 1
  qsort(a, 4, sizeof *a, compare);
  assert(calls != 4);
#elif CASE == 2
  qsort(a, 4, sizeof *a, compare);
#elif CASE == 3
  qsort(a, 4, sizeof *a, compare);
  assert(a[1] == 2);
#elif CASE == 4
  a[0] = 9;
  qsort(a, 4, sizeof *a, compare);
  assert(a[0] == 2 && a[3] == 9);
#elif CASE == 5
  int b[3] = {sooth_nondet_int(), sooth_nondet_int(), 0};
  qsort(b, 3, sizeof *b, compare);
  assert(b[0] != 0 || b[1] != 5);
#else
  int key = 2;
  bsearch(&key, a, 4, sizeof *a, compare);
  assert(calls < 3);
#endif
}
