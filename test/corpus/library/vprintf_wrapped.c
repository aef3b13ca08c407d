// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -DTWICE
// EXPECT: safe -m32
// A function is given the format and the list, and hands them on.
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>
#include <stdio.h>

static int calls;

static int counted(const char *format, va_list more) {
  calls++;
  return vprintf(format, more);
}

static int print(int kind, ...) {
  va_list more;
  va_start(more, kind);
  int n = kind ? counted("%s-%c\n", more) : counted("%d", more);
  va_end(more);
  return n;
}

int main(void) {
  int digit = sooth_nondet_int();
  sooth_assume(digit >= 0 && digit < 10);
#ifdef BUG
  assert(print(0, digit) == 2);
#else
  assert(print(0, digit) == 1);
#endif
#ifdef TWICE
  assert(print(1, "abc", 'x') == 6);
  assert(calls == 2);
#endif
}
