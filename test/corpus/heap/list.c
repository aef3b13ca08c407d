// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node { int v; struct node *next; };
int main(void) {
  struct node *head = 0;
  int count = 0;
  for (int i = 0; i < 3; i++)
    if (sooth_nondet_bool()) {
      struct node *n = malloc(sizeof *n);
      if (!n)
        break;
      n->v = i;
      n->next = head;
      head = n;
      count++;
    }
  int length = 0;
  for (struct node *p = head; p; p = p->next)
    length++;
#ifdef BUG
  assert(length < 3);
#else
  assert(length == count);
#endif
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
}
