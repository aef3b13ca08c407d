// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

char *duplicate(const char *s) {
  unsigned n = 0;
  while (s[n])
    n++;
  char *t = malloc(n + 1);
  if (t)
    for (unsigned i = 0; i <= n; i++)
      t[i] = s[i];
  return t;
}
int main(void) {
  char s[3] = {sooth_nondet_char(), 'y', 0};
  char *t = duplicate(s);
  if (!t)
    return 0;
  s[0] = 'z';
#ifdef BUG
  assert(t[0] != 'q');
#else
  assert(t[0] == 0 || t[1] == 'y');
#endif
  free(t);
}
