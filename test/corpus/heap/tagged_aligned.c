// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// Whether addresses are aligned is asked where their lowest bits are used.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
#include <stdlib.h>
struct n {
  uintptr_t pc;
  struct n *next;
  int v;
};
int main(void) {
  struct n *root = 0;
  int k = sooth_nondet_int();
  for (int i = 0; i < 3; i++) {
    struct n *x = malloc(sizeof *x);
    if (!x)
      return 0;
    assert(((uintptr_t)x & 7) == 0);
    assert((uintptr_t)x % 8 == 0);
    x->next = root;
    x->v = i;
    x->pc = (uintptr_t)root | (k == i);
    root = x;
  }
  struct n *p = (struct n *)(root->pc & ~(uintptr_t)1);
  assert(p->v == 1 && p->next->v == 0);
  assert((uintptr_t)p % 8 == 0);
#ifdef BUG
  assert((root->pc & 1) == 0);
  assert((root->pc % 2) == 0);
#endif
}
