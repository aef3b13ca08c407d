// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// NATIVE: none
#include <assert.h>
#include <sooth.h>
#include <stdio.h>

int main(void) {
  char s[3];
  int n = 0, c;
  while (n < 2 && (c = getchar()) != EOF) {
    assert(c >= 0 && c <= 255);
    s[n++] = c;
  }
  s[n] = 0;
#ifdef BUG
  assert(s[0] != 'x');
#else
  assert(n <= 2 && s[n] == 0);
#endif
}
