// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  char s[6] = "a";
  if (sooth_nondet_bool())
    strcat(s, "bc");
  strncat(s, "xyz", 2);
#ifdef BUG
  assert(strlen(s) == 3);
#else
  assert(strlen(s) == 3 || (strlen(s) == 5 && s[4] == 'y'));
#endif
}
