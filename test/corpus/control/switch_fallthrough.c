// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  char s[4] = {0};
  unsigned k = sooth_nondet_uint() & 3;
  switch (k) {
  case 3:
    s[2] = 1;
  case 2:
    s[1] = 1;
  case 1:
    s[0] = 1;
#ifdef BUG
    break;
#endif
  default:
    s[3] = 1;
  }
  assert(s[0] + s[1] + s[2] == (int)k);
  assert(s[3]);
}
