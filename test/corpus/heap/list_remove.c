// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node { int v; struct node *next; };
int main(void) {
  struct node *head = 0;
  for (int i = 2; i >= 0; i--) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 0;
    n->v = i;
    n->next = head;
    head = n;
  }
  int x = sooth_nondet_int();
  for (struct node **p = &head; *p; p = &(*p)->next)
    if ((*p)->v == x) {
      struct node *dead = *p;
      *p = dead->next;
      free(dead);
      break;
    }
  int sum = 0;
  for (struct node *p = head; p; p = p->next)
    sum += p->v;
#ifdef BUG
  assert(sum == 3);
#else
  assert(sum == (x >= 0 && x < 3 ? 3 - x : 3));
#endif
}
