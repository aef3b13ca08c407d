// Pointers that the program compares may be equal. One may also lead to a part
// of what another one leads to that is not its beginning: that it does not is a
// need, of arguments and of pointers that are found in memory or in variables.
// RUN: sooth --check=assert %s | FileCheck %s
#include <assert.h>
#include <stddef.h>
struct two { int a, b; };
struct row { int n, items[4]; };
struct outer { int k; struct two first, second; };
struct holder { int *one; struct two *both; };
union both { struct two two; char bytes[8]; };

// CHECK: :[[@LINE+2]]: member: 1 check: 1 proved if
// CHECK-NEXT: needs: s and q do not overlap
void member(struct two *s, int *q) {
  if (q == &s->a)
    return;
  s->b = 1;
  *q = 0;
  assert(s->b == 1);
}

// CHECK: :[[@LINE+2]]: element: 1 check: 1 proved if
// CHECK-NEXT: needs: s and q do not overlap
void element(struct row *s, int *q) {
  if (q != s->items)
    return;
  s->items[0] = 1;
  *q = 0;
  assert(s->items[0] == 1);
}

// CHECK: :[[@LINE+2]]: structure: 1 check: 1 proved if
// CHECK-NEXT: needs: o and s do not overlap
void structure(struct outer *o, struct two *s) {
  if (s == &o->first)
    return;
  o->second.a = 1;
  s->a = 0;
  assert(o->second.a == 1);
}

// CHECK: :[[@LINE+2]]: byte: 1 check: 1 proved if
// CHECK-NEXT: needs: s and c do not overlap
void byte(struct two *s, char *c) {
  if (c == (char *)s)
    return;
  s->b = 1;
  *c = 7;
  assert(s->b == 1);
}

// CHECK: :[[@LINE+2]]: of_union: 1 check: 1 proved if
// CHECK-NEXT: needs: u and q do not overlap
void of_union(union both *u, int *q) {
  if (q == &u->two.a)
    return;
  u->two.b = 1;
  *q = 0;
  assert(u->two.b == 1);
}

// CHECK: :[[@LINE+2]]: found: 1 check: 1 proved if
// CHECK-NEXT: needs: h->both and h->one do not overlap
void found(struct holder *h) {
  if (h->one == &h->both->a)
    return;
  h->both->b = 1;
  *h->one = 0;
  assert(h->both->b == 1);
}

static int *kept;
static struct two *kept_both;
void keep(int *p, struct two *s) {
  kept = p;
  kept_both = s;
}
// CHECK: :[[@LINE+2]]: in_variables: 1 check: 1 proved if
// CHECK-NEXT: needs: kept and kept_both do not overlap
void in_variables(void) {
  if (!kept || !kept_both || kept == &kept_both->a)
    return;
  kept_both->b = 1;
  *kept = 0;
  assert(kept_both->b == 1);
}

// CHECK: :[[@LINE+2]]: given_and_found: 1 check: 1 proved if
// CHECK-NEXT: needs: s and h->one do not overlap
void given_and_found(struct holder *h, struct two *s) {
  if (h->one == &s->a)
    return;
  s->b = 1;
  *h->one = 0;
  assert(s->b == 1);
}

// That the program compares them is enough.
struct link { struct link *next, *prev; };
struct ring { int n; struct link end; };
// CHECK: :[[@LINE+2]]: at_end: 1 check: 1 proved if
// CHECK-NEXT: needs: r and l do not overlap
void at_end(struct ring *r, struct link *l) { assert(l != &r->end); }
// CHECK: :[[@LINE+2]]: is_empty: 1 check: 1 proved if
// CHECK-NEXT: needs: r and what is found in memory do not overlap
void is_empty(struct ring *r) { assert(r->end.next != &r->end); }

// Nothing is needed where only the beginning is of that type.
struct named { struct link link; int length; };
// CHECK: :[[@LINE+1]]: beginning:
int beginning(struct named *n, struct link *l) {
  // CHECK-NOT: do not overlap
  if (&n->link == l)
    return 0;
  n->link.next = NULL;
  l->next = l;
  assert(n->link.next == NULL);
  return 1;
}
