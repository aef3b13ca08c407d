// What realloc frees may be where its result is: also a member of it, and as a
// number. What it copies it does not read.
// RUN: not sooth %s -DCASE=1 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=2 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=3 | FileCheck %s --check-prefix=NUMBER
// RUN: not sooth %s -DCASE=4 | FileCheck %s --check-prefix=NUMBER
// RUN: not sooth %s -DCASE=5 | FileCheck %s --check-prefix=NUMBER
// RUN: sooth %s -DCASE=6 | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DCASE=7 --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=8 --check=memory | FileCheck %s --check-prefix=UNSET
// RUN: not sooth %s -DCASE=9 --check=memory | FileCheck %s --check-prefix=UNSET
// OPEN: {{^}}Unknown: unsupported: comparison of pointers
// NUMBER: {{^}}Unknown: unsupported: address used as a number
// SAFE: {{^}}Safe{{$}}
// UNSET: {{^}}Unsafe{{$}}
// UNSET-NEXT: realloc-may-move-memory.c:[[#]]:[[#]]: read of uninitialized
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>

struct pair {
  char a;
  int b;
};

int main(void) {
  struct pair *p = malloc(sizeof *p);
  p->a = 7;
#if CASE == 1
  int *b = &p->b;
  p = realloc(p, 2 * sizeof *p);
  assert(&p->b != b);
#elif CASE == 2
  char *o = &p->a + 2, found = 0;
  p = realloc(p, 6);
  for (int i = 0; i < 6; i++)
    found |= &p->a + i == o;
  assert(!found);
#elif CASE == 3
  uintptr_t o = (uintptr_t)p;
  p = realloc(p, 2 * sizeof *p);
  assert((uintptr_t)p != o);
#elif CASE == 4
  uintptr_t o = (uintptr_t)p | 1;
  p = realloc(p, 2 * sizeof *p);
  assert(((uintptr_t)p | 1) != o);
#elif CASE == 5
  uintptr_t o = (uintptr_t)p >> 4;
  p = realloc(p, 2 * sizeof *p);
  assert((uintptr_t)p >> 4 != o);
#elif CASE == 6
  struct pair *q = malloc(sizeof *q);
  p = realloc(p, 2 * sizeof *p);
  assert(p != q && (uintptr_t)p != (uintptr_t)q && (uintptr_t)p % 4 == 0);
#elif CASE == 7
  p = realloc(p, 2 * sizeof *p);
  p[1].a = p->a;
  int is7 = p[1].a == 7;
  free(p);
  return !is7;
#elif CASE == 8
  p = realloc(p, 2 * sizeof *p);
  int n = p->b;
  free(p);
  return n == 3;
#else
  p = realloc(p, 2 * sizeof *p);
  int n = p[1].a;
  free(p);
  return n == 3;
#endif
}
