// What is before a pointer from outside was in no object, so that no run came
// behind an access to it, and what is there was proved without conditions.
// RUN: not sooth --check=memory --all %s | FileCheck %s
// RUN: not sooth --check=memory %s | FileCheck %s --check-prefix=NEEDS
// NEEDS: stepped-back.c:54:47: argument '(char *)e - 8' of 'large' must be NULL or have at least 8 bytes
#include <stddef.h>
struct stack { int *top; };
// CHECK: stepped-back.c:12:11: no read outside of {{.*}}: unknown unless s->top[-1] is valid
// CHECK: stepped-back.c:13:14: no read through a null pointer: holds if {{.*}}q != NULL
// NEEDS: top_of: 6 checks: 1 proved, 4 proved if, 1 open
int top_of(struct stack *s, const int *q) {
  int v = s->top[-1];
  return v + q[1000];
}
// A field in an element before.
struct value { long bits; char tag; };
// NEEDS: last:
// NEEDS: values[-1].tag is valid
int last(struct value *values, const int *q) {
  char tag = values[-1].tag;
  return tag + *q;
}
// How far is a number.
// CHECK: stepped-back.c:27:14: no read through a null pointer: holds if {{.*}}q != NULL
int from_end(const int *end, unsigned n, const int *q) {
  int v = *(end - n);
  return v + q[1000];
}

struct list { struct list *next; };
struct node { int value, other; struct list links; };
// CHECK: stepped-back.c:38:14: no read outside of {{.*}}: holds if e != NULL, with 8 bytes before it
// CHECK: stepped-back.c:39:14: no read through a null pointer: holds if {{.*}}q != NULL
// NEEDS: value_of: 4 checks: 1 proved, 3 proved if
// NEEDS-NEXT: needs: e != NULL, with 8 bytes before it
int value_of(struct list *e, const int *q) {
  struct node *n = (struct node *)((char *)e - offsetof(struct node, links));
  int v = n->value;
  return v + *q;
}
// NEEDS: sum: 6 checks: 2 proved, 4 proved if
int sum(struct list *e, const int *q) {
  int sum = 0;
  for (; e; e = e->next)
    sum ^= ((struct node *)((char *)e - offsetof(struct node, links)))->value;
  return sum ^ *q;
}
// Calls are checked for what is before.
int large(struct list *e, unsigned times, const int *q) {
  return times ? large(e, times - 1, q) : value_of(e, q);
}
static struct list alone;
// NEEDS: bad: 3 checks: 1 proved, 1 proved if, 1 violated
int bad(int times, const int *q) { return q ? large(&alone, times, q) : 0; }
// In an array of structures.
// NEEDS: both: 6 checks: 2 proved, 4 proved if
// NEEDS-NEXT: needs: e != NULL, with at least 12 bytes, and 8 bytes before it
int both(struct list *e, const int *q) {
  struct node *n = (struct node *)((char *)e - offsetof(struct node, links));
  return n->value + n[1].value + *q;
}
// NEEDS: any_of: 4 checks: 4 proved if
// NEEDS-NEXT: needs: e != NULL, with 8 bytes before it
// NEEDS-NEXT: needs: q != NULL, with at least 4 bytes
// NEEDS-NEXT: needs: e has at least k * 16 bytes
int any_of(struct list *e, unsigned k, const int *q) {
  struct node *n = (struct node *)((char *)e - offsetof(struct node, links));
  int v = n[k].value;
  return v + *q;
}
