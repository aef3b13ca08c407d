// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct node { int v; struct node *next; };
int sum(const struct node *n) { return n ? n->v + sum(n->next) : 0; }
int main(void) {
  struct node c = {3}, b = {sooth_nondet_uchar(), &c}, a = {1, &b};
#ifdef BUG
  assert(sum(&a) != 100);
#else
  assert(sum(&a) == 4 + b.v);
#endif
}
