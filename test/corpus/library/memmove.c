// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  char s[5] = {1, 2, 3, 4, 5};
  if (sooth_nondet_bool())
    memmove(s + 1, s, 4);
  else
    memmove(s, s + 1, 4);
#ifdef BUG
  assert(s[1] == 1);
#else
  assert((s[0] == 1 && s[1] == 1 && s[4] == 4) || (s[0] == 2 && s[4] == 5 && s[3] == 5));
#endif
}
