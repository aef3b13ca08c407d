// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A queue of any length: nodes are appended at its end.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node {
  unsigned v;
  struct node *next;
};

int main(void) {
  struct node *first = 0, *last = 0;
  while (sooth_nondet_bool()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->v = sooth_nondet_uint() % 10;
#ifdef BUG
    n->v++;
#endif
    n->next = 0;
    if (last)
      last->next = n;
    else
      first = n;
    last = n;
  }
  for (struct node *p = first; p; p = p->next)
    assert(p->v < 10);
}
