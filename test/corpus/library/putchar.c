// RUN: %corpus %s
// EXPECT: safe --io-may-fail
// EXPECT: safe --io-may-fail -m32
// EXPECT: unsafe -DBUG --io-may-fail
// EXPECT: unsafe -DBUG --io-may-fail -m32
// EXPECT: safe -DBUG
// NATIVE: none
// What is printed is returned, unless that fails, which it does with --io-may-fail.
#include <assert.h>
#include <sooth.h>
#include <stdio.h>

int main(void) {
  int n = puts("text");
  int c = putchar(sooth_nondet_int());
#ifdef BUG
  assert(n >= 0 || c != 'x');
#else
  assert(n >= EOF);
  assert(c >= 0 && c <= 255 || c == EOF);
#endif
}
