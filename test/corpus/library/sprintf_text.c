// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// What is printed is known to the last character.
#include <assert.h>
#include <sooth.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char s[24];
  int n = sooth_nondet_bool() ? 7 : 250;
  int length = sprintf(s, "%s=%-4d|%03u", "ab", 7, n);
#ifdef BUG
  assert(s[8] != '2');
#else
  assert(length == 11);
  assert(s[1] == 'b' && s[6] == ' ' && s[7] == '|');
  assert(s[10] == (n == 7 ? '7' : '0'));
#endif
}
