// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node { struct node *next; };
int main(void) {
  struct node *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (!a || !b)
    return 0;
  a->next = b;
  b->next = 0;
  for (struct node *p = a; p;) {
#ifdef BUG
    free(p);
    p = p->next;
#else
    struct node *next = p->next;
    free(p);
    p = next;
#endif
  }
}
