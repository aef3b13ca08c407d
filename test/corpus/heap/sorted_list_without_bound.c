// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Each node of a list of any length is at least its successor.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *first = 0;
  int most = 0;
  while (sooth_nondet_bool()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 0;
    int value = sooth_nondet_int();
#ifndef BUG
    sooth_assume(value >= most);
#endif
    most = value;
    n->value = most;
    n->next = first;
    first = n;
  }
  for (struct node *n = first; n && n->next; n = n->next)
    assert(n->value >= n->next->value);
}
