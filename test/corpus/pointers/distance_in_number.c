// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// Distances are added to an address as a number.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
struct n {
  uintptr_t pc;
  int v;
  int w;
};
int main(void) {
  struct n a;
  a.v = 3;
  a.w = 4;
  a.pc = 0;
  uintptr_t z = (uintptr_t)&a;
  int *p = (int *)(z + sizeof(uintptr_t));
  assert(*p == 3);
  int *q = (int *)(z + sizeof(uintptr_t) + 4);
  assert(*q == 4);
  struct n *back = (struct n *)((uintptr_t)q - sizeof(uintptr_t) - 4);
  assert(back == &a);
#ifdef BUG
  assert(p == q);
#endif
}
