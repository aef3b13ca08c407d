// Members of structures that are passed by value have their names. A structure
// that is returned is there, and nobody knows it.
// RUN: not sooth %s --check=memory | FileCheck %s
// CHECK: Unknown: depends on what the callers pass
// CHECK-NEXT: : first: 2 checks: 2 proved if
// CHECK-NEXT: needs: s.a != NULL, with at least 4 bytes
// CHECK-NEXT: : both: {{.*}} proved if
// CHECK-NEXT: needs: s.a and t.a do not overlap
// CHECK: : make: 2 checks: 2 proved if
// CHECK-NEXT: needs: a != NULL, with at least 4 bytes
// CHECK-NEXT: needs: b != NULL{{$}}
// CHECK-NEXT: : set: 1 check: 1 open
// CHECK-NEXT: open unless: 0 <= i < 4
// CHECK-NOT: coerce
// CHECK-NOT: agg.
struct pair { int *a; int n; };
struct large { int *a; int n; int *b; };
struct array { int a[4]; int *p; };
int first(struct pair s) { return s.a[0] + s.n; }
int both(struct pair s, struct pair t) { *s.a = 1; *t.a = 2; return *s.a; }
struct large make(int *a, int *b) { struct large r = {a, *a, b}; return r; }
struct array set(int i) { struct array x = {{0}, 0}; x.a[i] = 1; return x; }
