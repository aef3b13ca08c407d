// RUN: %corpus %s
// EXPECT: unknown
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x = 0, *p = sooth_nondet_bool() ? &x : 0;
  *p = 1;
  assert(x == 1);
}
