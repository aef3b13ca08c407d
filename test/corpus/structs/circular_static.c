// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Static objects that point to each other from the start.
#include <assert.h>
#include <sooth.h>

struct node { struct node *next; int n; };
extern struct node a, b;
struct node a = {&b, 1}, b = {&a, 2};
int main(void) {
  struct node *p = &a;
  while (sooth_nondet_bool())
    p = p->next;
#ifdef BUG
  assert(p->n == 1);
#else
  assert(p->n + p->next->n == 3);
#endif
}
