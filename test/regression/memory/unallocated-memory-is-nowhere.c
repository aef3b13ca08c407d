// RUN: not sooth --check=memory %s | FileCheck %s
// RUN: not sooth --check=memory %s -DLEADS | FileCheck %s --check-prefix=LEADS
// CHECK-NOT: {{^}}Unsafe
// LEADS: {{^}}Unsafe{{$}}
// LEADS: null pointer
// A pointer that is kept in bytes is null. What calloc in 'more' gives has an
// address only once it is there: before that, null is not in it.
#include <stdlib.h>
#include <string.h>
unsigned __VERIFIER_nondet_uint(void);
struct node {
  char name[4];
  struct node *next;
};
static struct node *more(unsigned count) {
  struct node *all = calloc(count, sizeof *all);
  if (!all)
    abort();
  return all;
}
int main(void) {
  struct node **table = calloc(2, sizeof *table);
  if (!table)
    return 1;
  unsigned which = __VERIFIER_nondet_uint() % 2;
  struct node *first = table[which];
#ifdef LEADS
  return first->name[0];
#endif
  if (first)
    return first->name[0];
  struct node *all = more(1 + which);
  memcpy(&table[which], &all, sizeof all);
  unsigned char *bytes = (unsigned char *)&table[which];
  bytes[0] ^= 0;
  int last = table[which]->name[0];
  free(all);
  free(table);
  return last;
}
