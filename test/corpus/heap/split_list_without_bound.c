// RUN: %corpus %s
// EXPECT: safe --engine=cells
// EXPECT: unsafe -DBUG
// Two lists of nodes from one allocation, of any length: what a list begins
// with and what each link preserves says which node is in which.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *positive = 0, *others = 0;
  while (sooth_nondet_bool()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 0;
    n->value = sooth_nondet_int();
#ifdef BUG
    if (n->value >= 0) {
#else
    if (n->value > 0) {
#endif
      n->next = positive;
      positive = n;
    } else {
      n->next = others;
      others = n;
    }
  }
  for (struct node *n = positive; n; n = n->next)
    assert(n->value > 0);
  for (struct node *n = others; n; n = n->next)
    assert(n->value <= 0);
}
