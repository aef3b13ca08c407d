// RUN: %corpus %s
// EXPECT: safe --engine=cells
// EXPECT: unsafe -DBUG
// The first node of a list is allocated once, and those behind it in a loop:
// what holds of the nodes holds of these and of that one.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node {
  int level;
  struct node *next;
};

int main(void) {
  struct node *first = malloc(sizeof *first);
  if (!first)
    return 0;
  first->level = 5;
  first->next = 0;
  struct node *last = first;
  while (sooth_nondet_bool()) {
    int level = sooth_nondet_int();
    if (level < 5 || level > 9)
      continue;
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 0;
    n->level = level;
    n->next = 0;
    last->next = n;
    last = n;
  }
  while (sooth_nondet_bool())
    for (struct node *n = first; n; n = n->next) {
#ifdef BUG
      assert(n->level < 9);
#else
      assert(n->level >= 5 && n->level <= 9);
#endif
      n->level = n->level < 9 ? n->level + 1 : 5;
    }
  return 0;
}
