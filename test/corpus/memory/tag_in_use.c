// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: safe --check=memory -m32
// EXPECT: unsafe --check=memory -DBUG
// EXPECT: unsafe --check=memory -DBUG -m32
// The tag is not taken away before the pointer is used: the access is not
// aligned.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
struct n {
  uintptr_t next;
  int v, w;
};
static struct n pool[3];
int main(void) {
  struct n *root = 0;
  for (int i = 0; i < 3; i++) {
    struct n *x = &pool[i];
    x->v = x->w = i;
    x->next = (uintptr_t)root | (i != 0);
    root = x;
  }
#ifdef BUG
  struct n *p = (struct n *)root->next;
#else
  struct n *p = (struct n *)(root->next & ~(uintptr_t)1);
#endif
  assert(p->v == 1);
}
