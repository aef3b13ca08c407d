// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// Links with tags between elements of an array; the tag is forgotten.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
struct n {
  uintptr_t pc;
  char name[6];
  int v;
};
struct n pool[4];
int main(void) {
  unsigned k = sooth_nondet_uint() & 3, m = sooth_nondet_uint() & 3;
  pool[k].pc = (uintptr_t)&pool[m] | (k & 1);
  pool[m].name[k] = 'a';
  struct n *p = (struct n *)(pool[k].pc & ~(uintptr_t)1);
  assert(p == &pool[m]);
  assert(p->name[k] == 'a');
  assert((pool[k].pc & 1) == (k & 1));
#ifdef BUG
  p = (struct n *)pool[k].pc;
  assert(p == &pool[m]);
#endif
}
