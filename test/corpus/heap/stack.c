// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node { int v; struct node *below; };
static struct node *top;
int push(int v) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 0;
  n->v = v;
  n->below = top;
  top = n;
  return 1;
}
int pop(void) {
  struct node *n = top;
  int v = n->v;
  top = n->below;
  free(n);
  return v;
}
int main(void) {
  int a = sooth_nondet_int(), b = sooth_nondet_int();
  if (!push(a) || !push(b))
    return 0;
#ifdef BUG
  assert(pop() == a);
#else
  assert(pop() == b && pop() == a && !top);
#endif
}
