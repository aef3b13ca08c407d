// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Insertion and removal in a doubly linked ring.
#include <assert.h>
#include <sooth.h>

struct node { struct node *prev, *next; };
void insert(struct node *at, struct node *n) {
  n->next = at->next;
  n->prev = at;
#ifndef BUG
  at->next->prev = n;
#endif
  at->next = n;
}
void remove_node(struct node *n) {
  n->prev->next = n->next;
  n->next->prev = n->prev;
}
int main(void) {
  struct node head = {&head, &head}, a, b;
  insert(&head, &a);
  insert(&head, &b);
  remove_node(sooth_nondet_bool() ? &a : &b);
  assert(head.prev != &head && head.prev == head.next);
}
