// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Nodes with arrays in them, each filled by a loop.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node {
  int a[4];
  struct node *next;
};

int main(void) {
  struct node *head = 0;
  while (sooth_nondet_bool()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
#ifdef BUG
    for (int i = 0; i < 3; i++)
#else
    for (int i = 0; i < 4; i++)
#endif
      n->a[i] = 1;
    n->next = head;
    head = n;
  }
  for (struct node *p = head; p; p = p->next)
    assert(p->a[3] == 1);
}
