// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// Numbers with tags are compared with each other.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
#include <stdlib.h>
struct n {
  uintptr_t pc;
  int v;
};
int main(void) {
  struct n *a = malloc(sizeof *a), *b = malloc(sizeof *b);
  if (!a || !b)
    return 0;
  a->v = b->v = 0;
  a->pc = (uintptr_t)b | 1;
  b->pc = (uintptr_t)b;
  assert(a->pc != b->pc);
  assert((a->pc & ~(uintptr_t)1) == b->pc);
  assert(a->pc == b->pc + 1);
  assert(a->pc > b->pc);
  struct n *q = (struct n *)(a->pc & ~(uintptr_t)1);
  q->v++;
  assert(b->v == 1);
#ifdef BUG
  assert(a->pc - 1 != b->pc);
#endif
}
