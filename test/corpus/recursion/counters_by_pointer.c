// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// NATIVE: none
// What two pointers lead to has a sum that stays.
#include <assert.h>
#include <sooth.h>

void move(int *from, int *to) {
  if (*from > 0) {
    *from -= 1;
    *to += 1;
    move(from, to);
    *to -= 0;
  }
}
int main(void) {
  int n = sooth_nondet_int();
  int x = n, y = 0;
  move(&x, &y);
#ifdef BUG
  assert(y != 3);
#else
  assert(n < 0 || y == n);
#endif
}
