// A pointer from elsewhere may point to a variable that is known there: one
// that is not static.
// RUN: not sooth %s | FileCheck %s
// RUN: not sooth %s -DEXTERN | FileCheck %s
// RUN: not sooth %s -DDEEP | FileCheck %s
// RUN: not sooth %s -DSTATIC | FileCheck %s --check-prefix=UNKNOWN
// RUN: sooth %s -DREAD | FileCheck %s --check-prefix=SAFE
// CHECK: {{^}}Unknown: unsupported: write through a pointer from elsewhere, which may point to
// SAFE: {{^}}Safe{{$}}
// UNKNOWN: {{^}}Unknown: {{unsupported: result of 'find'|undefined behaviour: write}}
#include <assert.h>
int *find(void);
int **find_all(void);
extern int *known;
#ifdef STATIC
static
#endif
int a = 0;

int main(void) {
#if defined(EXTERN)
  *known = 5;
#elif defined(DEEP)
  find_all()[1][2] = 5;
#elif defined(READ)
  if (*find() == 3)
    a = 0;
#else
  *find() = 5;
#endif
  assert(a == 0);
}
