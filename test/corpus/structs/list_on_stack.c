// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct node { int v; struct node *next; };
int main(void) {
  struct node nodes[3];
  struct node *head = 0;
  for (int i = 0; i < 3; i++)
    if (sooth_nondet_bool()) {
      nodes[i].v = i + 1;
      nodes[i].next = head;
      head = &nodes[i];
    }
  int sum = 0;
  for (struct node *p = head; p; p = p->next)
    sum += p->v;
#ifdef BUG
  assert(sum < 6);
#else
  assert(sum <= 6);
  assert(!head || !head->next || head->v > head->next->v);
#endif
}
