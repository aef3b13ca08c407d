// RUN: %corpus %s
// EXPECT: unknown
// A function without a body may write what it gets the address of.
#include <assert.h>
#include <sooth.h>

void unknown(int *p);
int main(void) {
  int x = 1;
  unknown(&x);
  assert(x == 1);
}
