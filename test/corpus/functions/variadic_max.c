// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>

static double max(int n, ...) {
  va_list list;
  va_start(list, n);
  double found = va_arg(list, double);
  while (--n > 0) {
    double next = va_arg(list, double);
    if (next > found)
      found = next;
  }
  va_end(list);
  return found;
}
int main(void) {
  double x = sooth_nondet_schar();
  double most = max(4, 1.5, x, -3.0, 2.25);
#ifdef BUG
  assert(most <= 126);
#else
  assert(most >= 2.25 && most >= x && (most == x || most == 2.25));
#endif
}
