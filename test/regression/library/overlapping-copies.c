// Where memcpy, or what else C does not let copy so, copies from what it writes
// to, anything may follow.
// RUN: not sooth %s -DCASE=1 | FileCheck %s --check-prefix=UNDEFINED
// RUN: not sooth %s -DCASE=1 --check=memory | FileCheck %s --check-prefix=VIOLATION
// RUN: not sooth %s -DCASE=2 | FileCheck %s --check-prefix=UNDEFINED
// RUN: not sooth %s -DCASE=2 --check=memory | FileCheck %s --check-prefix=VIOLATION
// RUN: not sooth %s -DCASE=3 | FileCheck %s --check-prefix=UNDEFINED
// RUN: not sooth %s -DCASE=3 --check=memory | FileCheck %s --check-prefix=VIOLATION
// RUN: not sooth %s -DCASE=4 | FileCheck %s --check-prefix=UNDEFINED
// RUN: not sooth %s -DCASE=4 --check=memory | FileCheck %s --check-prefix=VIOLATION
// RUN: not sooth %s -DCASE=5 --check=memory | FileCheck %s --check-prefix=VIOLATION
// RUN: not sooth %s -DCASE=6 --check=memory | FileCheck %s --check-prefix=VIOLATION
// RUN: not sooth %s -DCASE=7 --check=memory | FileCheck %s --check-prefix=VIOLATION
// RUN: not sooth %s -DCASE=8 --check=memory | FileCheck %s --check-prefix=VIOLATION
// RUN: sooth %s -DCASE=9 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=9 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=10 --check=memory | FileCheck %s --check-prefix=SAFE
// UNDEFINED: {{^}}Unknown: undefined behaviour: copy of memory that overlaps with where it is copied to
// VIOLATION: {{^}}Unsafe{{$}}
// VIOLATION-NEXT: copy of memory that overlaps with where it is copied to
// SAFE: {{^}}Safe{{$}}
#include <assert.h>
#include <sooth.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair {
  int a, b;
};

int main(void) {
  char b[8] = "abcdefg";
  unsigned n = sooth_nondet_uint();
#if CASE == 1
  if (n == 3) {
    memcpy(b + 1, b, n);
    assert(b[2] != 'b');
  }
#elif CASE == 2
  memcpy(b + 1, b, 3);
  assert(b[2] != 'b');
#elif CASE == 3
  char *p = malloc(8);
  memset(p, 1, 8);
  sooth_assume(n < 4);
  memcpy(p + n, p, 4);
  assert(p[4] == 1);
  free(p);
#elif CASE == 4
  strcpy(b, b + 2);
  assert(b[0] == 'c');
#elif CASE == 5
  sprintf(b, "%s", b);
#elif CASE == 6
  strncpy(b + 2, b, 4);
#elif CASE == 7
  b[3] = 0;
  strncat(b, b + 2, 3);
#elif CASE == 8
  sscanf(b, "%2s", b + 1);
#elif CASE == 9
  struct pair all[3] = {{1, 2}, {3, 4}, {5, 6}}, *p = &all[n % 3];
  all[n % 3] = all[1];
  *p = *p;
  memcpy(b + 4, b, 4);
  memcpy(b, b + 5, n % 4);
  memcpy(b + 1, b, n % 2);
  memmove(b + 1, b, 5);
  assert(p->b == 4);
#else
  char c[20];
  strcpy(c, b);
  strcat(c, b);
  strncpy(b, b + 6, 2);
  sprintf(c, "%s %d", b, 1);
  assert(c[0] == 'g' && c[2] == '1');
#endif
}
