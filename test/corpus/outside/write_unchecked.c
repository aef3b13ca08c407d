// RUN: %corpus %s
// EXPECT: unknown
// Without --check=memory, what a write outside of an array does is not known.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[2], b = 1;
  unsigned i = sooth_nondet_uint();
  a[i] = 0;
  assert(b == 1);
}
