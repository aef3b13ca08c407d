// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node { int v; struct node *next; };
void insert(struct node **at, int v) {
  while (*at && (*at)->v < v)
    at = &(*at)->next;
  struct node *n = malloc(sizeof *n);
  if (!n)
    return;
  n->v = v;
#ifdef BUG
  n->next = *at ? (*at)->next : 0;
#else
  n->next = *at;
#endif
  *at = n;
}
int main(void) {
  struct node *head = 0;
  insert(&head, sooth_nondet_int());
  insert(&head, 5);
  insert(&head, 3);
  if (head && head->next && head->next->next)
    assert(head->v <= head->next->v && head->next->v <= head->next->next->v);
#ifdef BUG
  int n = 0;
  for (struct node *p = head; p; p = p->next)
    n++;
  assert(n == 3 || n == 0);
#endif
}
