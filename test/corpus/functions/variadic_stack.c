// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// Structures for which no registers are left, beside floating-point numbers.
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>

struct __attribute__((packed)) packed {
  char a;
  int b;
  char c;
};
struct pair {
  float x, y;
};

static int f(int a, int b, int c, int d, int n, ...) {
  va_list list;
  va_start(list, n);
  int sum = va_arg(list, int);
  struct packed p = va_arg(list, struct packed);
  assert(va_arg(list, double) == 0.5);
  struct packed q = va_arg(list, struct packed);
  struct pair r = va_arg(list, struct pair);
  sum += va_arg(list, int);
  va_end(list);
  assert(p.a == 1 && q.c == 6 && r.x == 1.5f && r.y == 2.5f);
  return sum + p.b + q.b;
}
int main(void) {
  int x = sooth_nondet_schar();
  struct packed p = {1, x, 3}, q = {4, 5, 6};
  struct pair r = {1.5f, 2.5f};
  int sum = f(1, 2, 3, 4, 5, x, p, 0.5, q, r, 7);
#ifdef BUG
  assert(sum != 12);
#else
  assert(sum == 2 * x + 12);
#endif
}
