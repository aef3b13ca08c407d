// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A buffer of any length, filled with one character and ended.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  size_t n = sooth_nondet_ulong();
  sooth_assume(n < 100000);
  char *s = malloc(n + 1);
  if (!s)
    return 0;
  for (size_t i = 0; i < n; i++)
    s[i] = 'x';
  s[n] = 0;
#ifdef BUG
  s[n / 2] = 0;
#endif
  for (size_t i = 0; i < n; i++)
    assert(s[i] == 'x');
}
