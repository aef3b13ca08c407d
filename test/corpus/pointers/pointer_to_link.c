// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// Nodes are put in through a pointer to the link.
#include <assert.h>
#include <sooth.h>
struct node { int v; struct node *next; };
static void insert(struct node **pp, struct node *n) {
  while (*pp && (*pp)->v < n->v) pp = &(*pp)->next;
  n->next = *pp; *pp = n;
}
int main(void) {
  struct node *l = 0, a, b, c;
  a.v = sooth_nondet_int(); b.v = sooth_nondet_int(); c.v = sooth_nondet_int();
  insert(&l, &a); insert(&l, &b); insert(&l, &c);
#ifdef BUG
  assert(l->v < l->next->v);
#else
  assert(l->v <= l->next->v && l->next->v <= l->next->next->v && !l->next->next->next);
#endif
}
