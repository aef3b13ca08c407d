// RUN: %corpus %s
// EXPECT: safe
// NATIVE: plain
// A read outside yields some value and changes nothing.
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned char a[2] = {1, 2};
  unsigned i = sooth_nondet_uchar();
  int x = a[i % 4];
  assert(x >= 0 && x <= 255);
  assert(a[0] == 1);
}
