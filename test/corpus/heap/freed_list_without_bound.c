// RUN: %corpus %s
// EXPECT: safe --check=access
// EXPECT: unsafe -DBUG --check=access
// A list of any length is freed, each node once: it leads to older nodes only.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  struct node *first = 0;
  while (sooth_nondet_bool()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 0;
    n->value = 7;
    n->next = first;
    first = n;
  }
  while (first) {
    assert(first->value == 7);
#ifdef BUG
    free(first);
    first = first->next;
#else
    struct node *next = first->next;
    free(first);
    first = next;
#endif
  }
}
