// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node { int v; struct node *next; };
static struct node *cons(int v, struct node *next) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    exit(1);
  n->v = v;
  n->next = next;
  return n;
}
int main(void) {
  int a = sooth_nondet_int(), b = sooth_nondet_int();
  struct node *l = cons(a, cons(b, cons(3, 0))), *r = 0;
  while (l) {
    struct node *next = l->next;
    l->next = r;
    r = l;
    l = next;
  }
#ifdef BUG
  assert(r->next->v != a || a == b);
  assert(r->next->next->v != 9);
#else
  assert(r->v == 3 && r->next->v == b && r->next->next->v == a);
#endif
}
