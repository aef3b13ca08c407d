// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// EXPECT: safe --check=memory
// EXPECT: safe -DMANY
// EXPECT: safe -DMANY -m32
// Structures that clang passes in registers, in parts, and in memory, as
// variable arguments, as fixed ones, and as the result.
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>

struct point {
  int x;
  char y;
};
struct both {
  double d;
  int i;
};
struct large {
  long a[5];
};
struct bytes {
  char c[3];
};
struct aligned {
  _Alignas(16) long a;
  long b;
};

static struct large take(struct large fixed, int n, ...) {
  va_list list;
  va_start(list, n);
  struct point p = va_arg(list, struct point);
  struct both b = va_arg(list, struct both);
  struct large l = va_arg(list, struct large);
  struct bytes c = va_arg(list, struct bytes);
  struct aligned a = va_arg(list, struct aligned);
  va_end(list);
  assert(c.c[0] == 1 && c.c[2] == 3);
  assert(b.d == 0.5 && b.i == 7);
  fixed.a[n] = p.x + p.y + l.a[4] + a.a + a.b;
  return fixed;
}
int main(void) {
  int x = sooth_nondet_schar();
  struct point p = {x, 2};
  struct both b = {0.5, 7};
  struct large l = {{0, 0, 0, 0, x}}, from = {{9, 9, 9, 9, 9}};
  struct bytes c = {{1, 2, 3}};
  struct aligned a = {99, 1};
#ifdef MANY
  struct large to = take(from, 3, p, b, l, c, a, b, b, b);
#else
  struct large to = take(from, 3, p, b, l, c, a);
#endif
#ifdef BUG
  assert(to.a[3] != 356);
#else
  assert(to.a[3] == 2 * x + 102 && to.a[2] == 9 && from.a[3] == 9);
#endif
}
