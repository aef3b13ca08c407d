// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// sprintf is called through a parameter.
#include <assert.h>
#include <sooth.h>
#include <stdio.h>
#include <string.h>

static char text[16];

static int print(int (*printer)(char *, const char *, ...), int x) {
  return printer(text, "<%d>", x);
}

static int nothing(char *to, const char *format, ...) {
  to[0] = 0;
  return 0;
}

int main(void) {
  int digit = sooth_nondet_int();
  sooth_assume(digit >= 0 && digit < 10);
  assert(print(nothing, digit) == 0 && text[0] == 0);
  assert(print(sprintf, digit) == 3);
#ifdef BUG
  assert(text[1] != '7');
#else
  assert(text[0] == '<' && text[1] == '0' + digit && text[2] == '>');
#endif
}
