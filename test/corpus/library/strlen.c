// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  char s[4] = "abc";
  s[sooth_nondet_uint() & 3] = 0;
#ifdef BUG
  assert(strlen(s) < 3);
#else
  assert(strlen(s) <= 3 && strlen("abc") == 3 && s[strlen(s)] == 0);
#endif
}
