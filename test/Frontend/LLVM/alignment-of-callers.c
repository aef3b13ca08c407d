// Pointers are taken to be aligned for what they are declared to lead to. What accesses
// need besides is told, and asked of calls; no violation is made of it.
// RUN: split-file %s %t
// RUN: not sooth --check=memory %t/needs.c | FileCheck %s
// RUN: sooth --check=access %t/needs.c | FileCheck %s --check-prefix=NONE
// RUN: sooth --check=memory %t/declared.c | FileCheck %s --check-prefix=DECLARED --implicit-check-not=aligned
// RUN: not sooth --check=memory %t/calls.c | FileCheck %s --check-prefix=CALLS

// CHECK: : first: 2 checks: 2 proved if
// CHECK-NEXT: needs: p is aligned to 4 bytes
// CHECK: : wider: 2 checks: 2 proved if
// CHECK-NEXT: needs: p is aligned to 8 bytes
// CHECK: : unknown: 2 checks: 2 proved if
// CHECK-NEXT: needs: p is aligned to 4 bytes
// CHECK: : moved: 3 checks: 2 proved if, 1 open
// CHECK: open unless: (char *)p + 1 is aligned to 4 bytes
// CHECK: : found: 4 checks: 4 proved if
// CHECK: needs: pointers that other functions stored in memory are aligned to 4 bytes
// NONE-NOT: aligned

// DECLARED: 6 functions, {{[0-9]+}} checks:

// CALLS: argument 'p' of 'get' must be aligned to 4 bytes
// CALLS: : even: {{.*}} proved if
// CALLS-NEXT: needs: q is aligned to 4 bytes

//--- needs.c
int first(const char *p) { return *(const int *)p; }
long wider(int *p) { return *(long *)p; }
int unknown(void *p) { return *(int *)p; }
int moved(char *p) { return *(int *)(p + 1); }
struct m { char *at; };
int found(struct m *m) { return *(int *)m->at; }

//--- declared.c
struct al { _Alignas(32) int x; };
int members(struct al *p) { return p[1].x; }
struct __attribute__((aligned(64))) large { int x; };
struct outer { char c; struct large a; };
int inner(struct outer *p) { return p->a.x; }
typedef int big __attribute__((aligned(32)));
int by_name(big *p) { return *p; }
typedef float v4 __attribute__((vector_size(16)));
float vectors(v4 *p) { return (*p)[1]; }
long double numbers(long double *p, _Complex float *q) { return *p + __real__ *q; }
struct __attribute__((packed)) tight { char c; int v; };
int packed(struct tight *p) { return p->v; }

//--- calls.c
static int get(void *p, int n) { return n > 0 ? get(p, n - 1) : *(int *)p; }
int even(char *q) { return get(q, 3); }
int odd(void) {
  static _Alignas(8) char b[16];
  return get(b + 1, 3);
}
