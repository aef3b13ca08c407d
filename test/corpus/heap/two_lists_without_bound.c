// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Two lists of any length, of the same nodes with different values.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node {
  int kind;
  struct node *next;
};

int main(void) {
  struct node *odd = 0, *even = 0;
  while (sooth_nondet_bool()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    if (sooth_nondet_bool()) {
      n->kind = 1;
      n->next = odd;
      odd = n;
    } else {
      n->kind = 2;
      n->next = even;
      even = n;
    }
  }
#ifdef BUG
  for (struct node *p = odd; p; p = p->next)
    assert(p->kind == 1 && p->next);
#else
  for (struct node *p = odd; p; p = p->next)
    assert(p->kind == 1 || p->kind == 2);
  for (struct node *p = even; p; p = p->next)
    assert(p->kind == 1 || p->kind == 2);
#endif
}
