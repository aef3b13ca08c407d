// RUN: %corpus %s
// EXPECT: unknown
// Sound to call it safe only if the text were understood.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x = sooth_nondet_int(), y = x;
  __asm__ volatile("addl $1, %0" : "+r"(x));
  assert(x == y + 1);
}
