// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Writing one field leaves its neighbours.
#include <assert.h>
#include <sooth.h>

struct r { unsigned char ready : 1, mode : 2, count : 5; } regs[2];
int main(void) {
  unsigned i = sooth_nondet_uint() & 1;
  regs[i].count = 31;
  regs[i].mode = 2;
  regs[i].count++;
#ifdef BUG
  assert(regs[i].count == 32);
#else
  assert(regs[i].count == 0 && regs[i].mode == 2 && !regs[i].ready);
  assert(*(unsigned char *)&regs[i] == 4);
#endif
}
