// A function without a body that is passed a structure by value writes nothing
// of the caller's, but where pointers in it lead.
// RUN: sooth %s | FileCheck %s --check-prefix=SAFE
// RUN: not sooth -DFAILS %s | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth -DPOINTER %s | FileCheck %s --check-prefix=WRITTEN
// SAFE: {{^}}Safe{{$}}
// UNSAFE: {{^}}Unsafe{{$}}
// WRITTEN: {{^}}Unknown: unsupported: memory that 'take' may write
#include <assert.h>
#include <stdlib.h>
struct packet {
  unsigned size, number;
  int *at;
  long more;
};
struct node {
  struct packet packet;
  struct node *next;
};
void take(struct packet p);

int main(void) {
  struct node *first = malloc(sizeof *first), *second = malloc(sizeof *second);
  int count = 5;
  *second = (struct node){{3, 4, &count}, NULL};
  *first = (struct node){{1, 2, &count}, second};
  for (struct node *n = first; n; n = n->next)
    take(n->packet);
  assert(first->packet.number == 2 && first->next == second && !second->next);
  assert(first->packet.at == &count);
#ifdef FAILS
  assert(second->packet.size != 3);
#elif defined(POINTER)
  assert(count == 5);
#endif
}
