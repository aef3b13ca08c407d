// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

union cell { unsigned short s; unsigned char b[2]; } cells[3];
int main(void) {
  unsigned i = sooth_nondet_uint() % 3;
  cells[i].s = sooth_nondet_ushort();
  cells[i].b[1] = 0;
#ifdef BUG
  assert(cells[0].s + cells[1].s + cells[2].s < 255);
#else
  assert(cells[0].s + cells[1].s + cells[2].s <= 255);
#endif
}
