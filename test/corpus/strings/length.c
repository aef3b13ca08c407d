// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

unsigned length(const char *s) {
  const char *p = s;
  while (*p)
    p++;
  return p - s;
}
int main(void) {
  char s[5];
  for (int i = 0; i < 4; i++)
    s[i] = sooth_nondet_char();
  s[4] = 0;
  unsigned n = length(s);
#ifdef BUG
  assert(n < 4);
#else
  assert(n <= 4 && s[n] == 0);
#endif
}
