// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int twice(int x) { return 2 * x; }
int next(int x) { return x + 1; }
int main(void) {
  int (*f)(int) = sooth_nondet_bool() ? twice : next;
  unsigned char x = sooth_nondet_uchar();
  int y = f(x);
#ifdef BUG
  assert(y > x);
#else
  assert(y >= x && (f == twice) == (f != next));
#endif
}
