// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// Calls through pointers.
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>

struct pair {
  long a, b, c;
};

static int sum(struct pair p, int n, ...) {
  va_list list;
  int s = p.c;
  va_start(list, n);
  while (n-- > 0)
    s += va_arg(list, int);
  va_end(list);
  return s;
}
static int first(struct pair p, int n, ...) {
  va_list list;
  va_start(list, n);
  int x = va_arg(list, int);
  va_end(list);
  return x;
}
int main(void) {
  struct pair p = {1, 2, 3};
  int (*f)(struct pair, int, ...) = sooth_nondet_int() ? sum : first;
  int x = sooth_nondet_uchar();
  int result = f(p, 2, x, 4);
#ifdef BUG
  assert(result == x + 7);
#else
  assert(result == x + 7 || result == x);
#endif
}
