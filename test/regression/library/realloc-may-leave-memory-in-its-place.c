// realloc may leave the object where it is, and often does: what it freed may be
// at the same address.
// RUN: not sooth %s -DCASE=1 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=2 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=3 | FileCheck %s --check-prefix=OPEN
// RUN: sooth %s -DCASE=4 --check=access,leak | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=5 --check=access | FileCheck %s --check-prefix=FREED
// RUN: sooth %s -DCASE=6 | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=7 | FileCheck %s --check-prefix=OPEN
// OPEN: {{^}}Unknown: unsupported: comparison of pointers
// SAFE: {{^}}Safe{{$}}
// FREED: {{^}}Unsafe{{$}}
// FREED-NEXT: {{write|read}} of {{.*}} after it was freed
#include <assert.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(4), *o = p, *r = malloc(1);
  p[0] = 7;
#if CASE == 1
  p = realloc(p, 6);
  assert(p != o);
#elif CASE == 2
  p = realloc(p, 6);
  assert(p == o);
#elif CASE == 3
  p = realloc(p, 2);
  if (p == o)
    assert(p[0] != 7);
#elif CASE == 4
  p = realloc(p, 6);
  p[5] = 1;
  assert(p[0] == 7 && p != r);
  free(r);
  free(p);
#elif CASE == 5
  p = realloc(p, 6);
  o[0] = 1;
  free(p);
  free(r);
#elif CASE == 6
  assert(p == o && p != r);
  p = realloc(p, 6);
  assert(p != r && p[0] == 7);
#else
  for (int i = 0; i < 6; i++)
    p = realloc(p, 6);
  assert(p != o);
#endif
}
