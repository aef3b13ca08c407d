// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// A list that is copied, and read by another function.
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>

static int sum(int n, va_list list) {
  int s = 0;
  for (int i = 0; i < n; ++i)
    s += va_arg(list, int);
  return s;
}
static int difference(int n, ...) {
  va_list list, again;
  va_start(list, n);
  int first = va_arg(list, int);
  va_copy(again, list);
  int all = sum(n - 1, list);
  int rest = sum(n - 2, again);
  va_end(again);
  va_end(list);
  return first + all - rest;
}
int main(void) {
  int x = sooth_nondet_schar(), y = sooth_nondet_schar();
  int d = difference(4, x, 5, 6, y);
#ifdef BUG
  assert(d != -100);
#else
  assert(d == x + y);
#endif
}
