// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// Tags of null, and tags that stay while the pointer changes.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
#include <stdlib.h>
struct n {
  uintptr_t next;
  int v;
};
int main(void) {
  struct n *a = calloc(1, sizeof *a);
  if (!a)
    return 0;
  int t = sooth_nondet_int() & 3;
  a->next |= t;
  assert((a->next & 3) == (uintptr_t)t);
  assert((struct n *)(a->next & ~(uintptr_t)3) == 0);
  a->next = (a->next & 3) | (uintptr_t)a;
  assert((struct n *)(a->next & ~(uintptr_t)3) == a);
  assert((a->next & 3) == (uintptr_t)t);
#ifdef BUG
  assert((a->next & 2) == 0);
#endif
  assert(a->next != 0);
  assert((a->next == (uintptr_t)a) == (t == 0));
}
