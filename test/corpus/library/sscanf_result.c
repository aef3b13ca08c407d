// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// How many are assigned depends on where the text stops to fit.
#include <assert.h>
#include <sooth.h>
#include <stdio.h>

int main(void) {
  char s[] = "1 2";
  s[0] = sooth_nondet_bool() ? '1' : 'x';
  if (sooth_nondet_bool())
    s[0] = 0;
  int a = -1, n = sscanf(s, "%d", &a);
#ifdef BUG
  assert(n >= 0);
#else
  assert(n == 1 || n == 0 || n == EOF);
  assert((n == EOF) == (s[0] == 0));
  assert(a == (n == 1 ? 1 : -1));
#endif
}
