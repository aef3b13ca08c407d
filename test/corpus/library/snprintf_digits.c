// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// TRY: -5
// Digits are those of the number.
#include <assert.h>
#include <sooth.h>
#include <stdio.h>

int main(void) {
  char s[8];
  int n = sooth_nondet_int();
  if (n < -9 || n > 9)
    return 0;
  int length = snprintf(s, sizeof s, "%d", n);
#ifdef BUG
  assert(length == 1);
#else
  assert(s[length - 1] - '0' == (n < 0 ? -n : n));
  assert((s[0] == '-') == (n < 0));
#endif
}
