// RUN: %corpus %s
// EXPECT: unknown
// What value it is cannot be told.
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned char a[2] = {1, 2}, b[4] = {3, 3, 3, 3};
  unsigned i = sooth_nondet_uchar();
  unsigned x = a[i % 4] + b[0];
  assert(x <= 6);
}
