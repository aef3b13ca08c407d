// RUN: %corpus %s
// TRY: 17
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// No variable arguments, in one of the calls.
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>

static int last(int n, ...) {
  int x = -1;
  va_list list;
  va_start(list, n);
  for (; n > 0; --n)
    x = va_arg(list, int);
  va_end(list);
  return x;
}
int main(void) {
  int x = sooth_nondet_int();
  assert(last(0) == -1);
#ifdef BUG
  assert(last(3, 1, 2, x) != 17);
#else
  assert(last(3, 1, 2, x) == x);
#endif
}
