// RUN: %corpus %s
// EXPECT: unknown
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x = 1;
  __asm__ volatile("movl $2, %0" : "=m"(x));
  assert(x == 2);
}
