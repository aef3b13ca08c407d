// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// TRY: 110 111
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  char s[3] = {sooth_nondet_char(), sooth_nondet_char(), 0};
  if (strcmp(s, "no") == 0)
#ifdef BUG
    assert(s[0] == 'y');
#else
    assert(s[0] == 'n' && s[1] == 'o');
#endif
  assert(strncmp(s, "nope", 1) || s[0] == 'n');
}
