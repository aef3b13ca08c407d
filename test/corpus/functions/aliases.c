// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int plus_one(int x) { return x + 1; }
int increased(int) __attribute__((alias("plus_one")));
int count = 4;
extern int number __attribute__((alias("count")));

int main(void) {
  int x = sooth_nondet_int();
  sooth_assume(x < 1000);
  int (*f)(int) = increased;
  number = x;
#ifdef BUG
  assert(f(count) > x + 1);
#endif
  assert(increased(count) > x && f(count) == x + 1);
  __builtin___clear_cache((char *)&count, (char *)&count + 1);
  assert(count == x);
}
