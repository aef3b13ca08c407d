// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  signed char s[2] = {sooth_nondet_schar(), -1};
  unsigned char u[2] = {s[0], s[1]};
  assert(u[1] == 255 && s[1] == -1);
#ifdef BUG
  assert(u[0] == s[0]);
#else
  assert(u[0] == s[0] || u[0] == s[0] + 256);
#endif
}
