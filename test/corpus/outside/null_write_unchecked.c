// RUN: %corpus %s
// EXPECT: safe
// NATIVE: none
// A write to address 0 ends the run.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x = 0, *p = sooth_nondet_bool() ? &x : 0;
  *p = 1;
  assert(x == 1);
}
