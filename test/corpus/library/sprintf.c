// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: safe --check=memory -m32
// EXPECT: unsafe -DBUG --check=memory
// TRY: -100
// A number of three digits needs room for its sign.
#include <sooth.h>
#include <stdio.h>

int main(void) {
  char s[4];
  int n = sooth_nondet_int();
#ifdef BUG
  sooth_assume(n > -1000 && n < 1000);
#else
  sooth_assume(n > -100 && n < 1000);
#endif
  sprintf(s, "%d", n);
}
