// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// strncpy fills with zeros, but does not terminate what is too long.
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  char to[4] = {1, 1, 1, 1};
  strncpy(to, sooth_nondet_bool() ? "ab" : "abcdef", 4);
#ifdef BUG
  assert(to[3] == 0);
#else
  assert(to[2] == 0 ? to[3] == 0 : to[3] == 'd');
#endif
}
