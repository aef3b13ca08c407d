// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char s[3] = {'a', sooth_nondet_char(), 0};
  char *t = strdup(s);
  if (!t)
    return 0;
  assert(t != s && strcmp(s, t) == 0);
  t[0] = 'b';
#ifdef BUG
  assert(s[0] == 'b');
#else
  assert(s[0] == 'a');
#endif
  free(t);
}
