// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node { int v; struct node *next; };
struct queue { struct node *first, **last; };
int put(struct queue *q, int v) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    return 0;
  n->v = v;
  n->next = 0;
  *q->last = n;
#ifndef BUG
  q->last = &n->next;
#endif
  return 1;
}
int get(struct queue *q) {
  struct node *n = q->first;
  int v = n->v;
  q->first = n->next;
  if (!q->first)
    q->last = &q->first;
  free(n);
  return v;
}
int main(void) {
  struct queue q = {0, &q.first};
  if (!put(&q, 1) || !put(&q, 2))
    return 0;
  assert(get(&q) == 1);
  if (!put(&q, 3))
    return 0;
  assert(get(&q) == 2);
}
