// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct node { int v; struct node *next; };
int main(void) {
  struct node a = {1}, b = {2}, c = {3};
  a.next = &b;
  b.next = &c;
  c.next = &a;
  struct node *p = &a;
  unsigned steps = sooth_nondet_uint() % 7;
  for (unsigned i = 0; i < steps; i++)
    p = p->next;
#ifdef BUG
  assert(p->v != 1 || steps == 0 || steps == 3);
#else
  assert(p->v == steps % 3 + 1);
#endif
}
