// Where a function uses an argument as an array, another argument of its type
// may lead to a later element: that it does not is a need. Where it uses one
// structure of each, they may be one, and nothing is needed.
// RUN: not sooth --check=access %s | FileCheck %s
#include <assert.h>
struct item { int x, y; };

// CHECK: :[[@LINE+1]]: element:
void element(struct item a[4], struct item *b) {
  // CHECK-NEXT: needs: a and b do not overlap
  a[1].x = 1;
  b->x = 2;
  assert(a[1].x == 1);
}

// CHECK: :[[@LINE+1]]: any_element:
void any_element(const struct item *a, struct item *b, unsigned i) {
  // CHECK-NEXT: needs: a and b do not overlap
  if (i > 3)
    return;
  int was = a[i].y;
  b->x = 2;
  b->y = was + 1;
  assert(i == 0 || a[i].y == was);
}

// CHECK: :[[@LINE+1]]: compared:
void compared(int *a, int *b) {
  // CHECK-NEXT: needs: a and b do not overlap
  if (a == b)
    return;
  a[1] = 1;
  b[0] = 2;
  assert(a[1] == 1);
}

// CHECK: :[[@LINE+1]]: one_each:
int one_each(struct item *a, struct item *b) {
  // CHECK-NOT: do not overlap
  if (a == b)
    return 0;
  a->x = 1;
  b->x = 2;
  assert(a->x == 1);
  return 1;
}

// CHECK: :[[@LINE+1]]: only_read:
int only_read(const struct item *a, const struct item *b) {
  // CHECK-NOT: do not overlap
  return a[1].x == b->x;
}

// The first member of a list is no element of an array.
struct link { struct link *next, *prev; };
struct list { struct link head; unsigned length; };
static void insert(struct list *l, struct link *at, struct link *n) {
  n->next = at;
  n->prev = at->prev;
  at->prev->next = n;
  at->prev = n;
  ++l->length;
}
// CHECK: :[[@LINE+1]]: first_member:
void first_member(struct list *l, struct link *n) {
  // CHECK-NOT: do not overlap
  insert(l, &l->head, n);
}
