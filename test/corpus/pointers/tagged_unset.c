// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// A number that may never have been written, and is small or no address.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
struct n {
  uintptr_t pc;
  int v;
};
int main(void) {
  struct n b;
  b.v = 0;
  if (sooth_nondet_bool())
    b.pc = (uintptr_t)&b;
  uintptr_t z = b.pc;
  struct n *q = (struct n *)(z & ~(uintptr_t)3);
#ifdef BUG
  assert(z != (uintptr_t)&b);
#else
  if (q == 0)
    assert(z == 0 || z == 1 || z == 2 || z == 3);
#endif
}
