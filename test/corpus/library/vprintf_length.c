// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// EXPECT: safe -DTEXT
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

// More is done with the arguments than to hand them on.
static int print(int kind, ...) {
  char text[32];
  va_list more;
  va_start(more, kind);
  int n = -1;
  if (kind == 0)
    n = vprintf("%d-%s\n", more);
  else if (kind == 1)
    n = vsnprintf(text, sizeof text, "%lld%c%*d", more);
  va_end(more);
#ifdef TEXT
  if (kind == 1)
    assert(strcmp(text, "-5x  7") == 0);
#endif
  return n;
}

int main(void) {
  int digit = sooth_nondet_int();
  sooth_assume(digit >= 0 && digit < 10);
#ifdef BUG
  assert(print(0, digit, "abc") == 5);
#else
  assert(print(0, digit, "abc") == 6);
#endif
  assert(print(1, -5ll, 'x', 3, 7) == 6);
}
