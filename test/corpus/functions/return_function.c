// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

typedef int (*unary)(int);
static int neg(int x) { return -x; }
static int same(int x) { return x; }
static unary choose(int negative) { return negative ? neg : same; }
int main(void) {
  int x = sooth_nondet_short();
#ifdef BUG
  int a = choose(x <= -1000 || x > 5)(x);
#else
  int a = choose(x < 0)(x);
#endif
  assert(a >= 0);
}
