// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A list of any length leads back as it leads on.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node {
  struct node *next, *previous;
};

int main(void) {
  struct node *first = 0;
  while (sooth_nondet_bool()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 0;
    n->previous = 0;
    n->next = first;
#ifdef BUG
    if (first && sooth_nondet_bool())
#else
    if (first)
#endif
      first->previous = n;
    first = n;
  }
  for (struct node *n = first; n && n->next; n = n->next)
    assert(n->next->previous == n);
}
