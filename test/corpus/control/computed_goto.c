// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  static const unsigned char code[] = {0, 1, 0, 2};
  static void *const labels[] = {&&add, &&twice, &&stop};
  int x = sooth_nondet_uchar(), pc = 0, y = x;
  goto *labels[code[pc++]];
add:
  y += 1;
  goto *labels[code[pc++]];
twice:
  y *= 2;
  goto *labels[code[pc++]];
stop:
#ifdef BUG
  assert(y != 13);
#else
  assert(y == 2 * (x + 1) + 1);
#endif
}
