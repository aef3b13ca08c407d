// What is modified through an argument with restrict is accessed through no other one
// (C17 6.7.3.1), also where both lead to the same structure.
// RUN: split-file %s %t
// RUN: sooth --check=memory,assert %t/apart.c | FileCheck %s
// RUN: not sooth %t/read.c | FileCheck %s --check-prefix=READ
// RUN: not sooth %t/plain.c | FileCheck %s --check-prefix=PLAIN
// RUN: not sooth %t/list.c | FileCheck %s --check-prefix=LIST

// CHECK: : both: 7 checks: 7 proved if
// CHECK-NEXT: needs: d and s do not overlap
// CHECK: : one: 8 checks: 8 proved if
// CHECK-NEXT: needs: d and s do not overlap
// CHECK: : arrays: 8 checks: 8 proved if
// CHECK-NEXT: needs: d and s do not overlap
// CHECK: : members: 12 checks:
// CHECK-NOT: overlap
// READ: assertion 'd != s' failed
// PLAIN: assertion 'd->v != s->v' failed
// LIST: Unknown

//--- apart.c
#include <assert.h>
struct w { int v; };
struct two { struct w *restrict a, *restrict b; };
void both(struct w *restrict d, struct w *restrict s) { d->v = 1; s->v = 2; assert(d->v == 1); }
void one(struct w *restrict d, const struct w *s) { d->v = s->v ^ 1; assert(d->v != s->v); }
void arrays(int n, struct w d[restrict n], const struct w s[restrict n]) {
  if (n > 0) {
    d[0].v = s[0].v ^ 1;
    assert(d[0].v != s[0].v);
  }
}
void members(struct two *t) { t->a->v = 1; t->b->v = 2; assert(t->a->v == 1); }

//--- read.c
// Nothing is modified.
#include <assert.h>
struct w { int v; };
void f(const struct w *restrict d, const struct w *restrict s) { assert(d != s); }

//--- plain.c
#include <assert.h>
struct w { int v; };
void f(struct w *d, const struct w *s) { d->v = s->v ^ 1; assert(d->v != s->v); }

//--- list.c
// What is found is not what restrict keeps apart.
#include <assert.h>
struct n { struct n *next; int v; };
void f(struct n *restrict d, const struct n *restrict s) {
  int k = s->v;
  if (d && d->next)
    d->next->v = k ^ 1;
  assert(k == s->v);
}
