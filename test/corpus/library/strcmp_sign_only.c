// RUN: %corpus %s
// EXPECT: unsafe
// NATIVE: none
// Only the sign of what strcmp returns is defined.
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  char s[2] = {sooth_nondet_char(), 0};
  assert(strcmp(s, "a") <= 100);
}
