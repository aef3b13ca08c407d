// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  char s[4] = "  a";
  int n = 2;
#ifdef BUG
  if (sooth_nondet_bool())
    s[2] = ' ';
  while (s[n] != 'a')
#else
  while (n > 0 && s[n] != ' ')
#endif
    n--;
  s[n] = 0;
}
