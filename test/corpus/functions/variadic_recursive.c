// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// Each activation has arguments of its own.
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>

static int down(int n, ...) {
  va_list list;
  va_start(list, n);
  int rest = n > 0 ? down(n - 1, 10 * n) : 0;
  int mine = va_arg(list, int);
  va_end(list);
  return mine + rest;
}
int main(void) {
  int x = sooth_nondet_schar();
#ifdef BUG
  assert(down(2, x) != 1);
#else
  assert(down(2, x) == x + 30);
#endif
}
