// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct shape { int (*area)(const struct shape *); int a, b; };
int square(const struct shape *s) { return s->a * s->a; }
int rectangle(const struct shape *s) { return s->a * s->b; }
int main(void) {
  struct shape shapes[2] = {{square, 3, 0}, {rectangle, 3, sooth_nondet_bool() + 3}};
  const struct shape *s = &shapes[sooth_nondet_uint() & 1];
  int n = s->area(s);
#ifdef BUG
  assert(n == 9);
#else
  assert(n == 9 || n == 12);
#endif
}
