// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int palindrome(const char *s, int n) {
  for (int i = 0, j = n - 1; i < j; i++, j--)
    if (s[i] != s[j])
      return 0;
  return 1;
}
int main(void) {
  char s[4];
  for (int i = 0; i < 4; i++)
    s[i] = sooth_nondet_char();
  if (palindrome(s, 4))
#ifdef BUG
    assert(s[0] == s[1]);
#else
    assert(s[0] == s[3] && s[1] == s[2]);
#endif
}
