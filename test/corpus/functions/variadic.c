// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>

int sum(int n, ...) {
  va_list args;
  int s = 0;
  va_start(args, n);
  while (n-- > 0)
    s += va_arg(args, int);
  va_end(args);
  return s;
}
int main(void) {
  int x = sooth_nondet_uchar();
#ifdef BUG
  assert(sum(2, x, 5) < 260);
#else
  assert(sum(2, x, 5) == x + 5);
#endif
}
