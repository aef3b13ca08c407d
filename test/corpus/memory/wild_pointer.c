// RUN: %corpus %s
// EXPECT: unsafe --check=memory
// A number is no address.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int *p = (int *)(__UINTPTR_TYPE__)16;
  if (sooth_nondet_bool())
    *p = 1;
}
