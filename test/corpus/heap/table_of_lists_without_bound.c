// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A hash table with lists of any length: each node is in the list of its hash.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node {
  unsigned hash;
  struct node *next;
};

struct node *table[64];

int main(void) {
  while (sooth_nondet_bool()) {
    struct node *n = malloc(sizeof *n);
    if (!n)
      return 0;
    unsigned hash = sooth_nondet_uint() % 64;
    n->hash = hash;
#ifdef BUG
    hash = hash == 5 ? 6 : hash;
#endif
    n->next = table[hash];
    table[hash] = n;
  }
  unsigned asked = sooth_nondet_uint() % 64;
  for (struct node *n = table[asked]; n; n = n->next)
    assert(n->hash == asked);
}
