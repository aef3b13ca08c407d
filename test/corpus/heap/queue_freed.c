// RUN: %corpus --timeout=300 %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// NATIVE: leak
// All nodes of a list of any length are freed, the oldest first.
#include <sooth.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *head = NULL, *tail = NULL;
  while (sooth_nondet_bool()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      break;
    n->value = sooth_nondet_int();
    n->next = NULL;
    if (tail)
      tail->next = n;
    else
      head = n;
    tail = n;
  }
#ifdef BUG
  if (head && head->value == 7)
    head = head->next;
#endif
  while (head) {
    struct node *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
