// RUN: %corpus %s
// EXPECT: safe --check=leak
// EXPECT: unsafe --check=leak -DBUG
// NATIVE: leak
// A list whose nodes all are to be freed, not only the first.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct node {
  struct node *next;
};
int main(void) {
  struct node *head = 0;
  for (unsigned i = 0, n = sooth_nondet_uint() % 3; i < n; i++) {
    struct node *p = malloc(sizeof *p);
    if (!p)
      break;
    p->next = head;
    head = p;
  }
#ifdef BUG
  free(head);
#else
  while (head) {
    struct node *p = head;
    head = p->next;
    free(p);
  }
#endif
  head = 0;
}
