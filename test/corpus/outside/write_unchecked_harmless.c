// RUN: %corpus %s
// EXPECT: safe
// The write is outside only where nothing is asserted any more.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[2] = {0, 0};
  unsigned i = sooth_nondet_uint() & 1;
  a[i] = 1;
  assert(a[0] + a[1] == 1);
}
