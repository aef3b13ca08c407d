// Variables of a thread hold what the file stores in them, as others do.
// RUN: not sooth --check=memory --calls=summarized %s | FileCheck %s
#include <assert.h>
#include <stdlib.h>
static _Thread_local int a;
static _Thread_local int *p;
void start(void) { p = &a; }
// CHECK: {{^}}Unknown: unsupported: what 'p' leads to when the function is called
// CHECK: use: 3 checks: 2 proved, 1 unknown
// CHECK-NEXT: unknown: {{.*}}: assertion 'a == 1': unsupported: what 'p' leads to
void use(void) {
  a = 1;
  if (p) {
    *p = 2;
    assert(a == 1);
  }
}
static _Thread_local int *own;
void make(void) {
  if (!own)
    own = calloc(1, sizeof *own);
}
// CHECK: look: 2 checks: 1 proved, 1 proved if
// CHECK-NEXT: needs: pointers that other functions stored in memory are valid
int look(void) { return own ? *own : 0; }
