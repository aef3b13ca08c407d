// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// NATIVE: leak
// All nodes of a list of any length are freed, the youngest first.
#include <sooth.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *top, int value) {
  struct node *n = malloc(sizeof *n);
  if (!n)
    exit(0);
  n->value = value;
  n->next = top;
  return n;
}

static void drop(struct node *list) {
  while (list) {
    struct node *next = list->next;
    free(list);
    list = next;
  }
}

int main(void) {
  struct node *stack = NULL;
  while (sooth_nondet_bool())
    stack = push(stack, sooth_nondet_int());
  int sum = 0;
  for (struct node *n = stack; n; n = n->next)
    sum ^= n->value;
#ifdef BUG
  if (stack)
    stack = stack->next;
#endif
  drop(stack);
  return sum & 1;
}
