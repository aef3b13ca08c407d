// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  char s[4] = {'a', sooth_nondet_char(), 'b', 0};
  char *p = strstr(s, "ab");
#ifdef BUG
  assert(!p || p == s);
#else
  assert(!p || p[0] == 'a');
  assert(s[1] != 'b' || p == s);
#endif
}
