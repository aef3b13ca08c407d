// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A list of any length, in which every value is positive.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node { int v; struct node *next; };
int main(void) {
  struct node *head = 0;
  while (sooth_nondet_bool()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->v = 1;
#ifdef BUG
    if (head && head->next)
      n->v = 0;
#endif
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next)
    assert(p->v == 1);
}
