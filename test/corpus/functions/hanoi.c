// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

static int moves;
void move(int n, int from, int to) {
  if (n == 0)
    return;
  move(n - 1, from, 6 - from - to);
  moves++;
  move(n - 1, 6 - from - to, to);
}
int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n >= 0 && n <= 3);
  move(n, 1, 3);
#ifdef BUG
  assert(moves < 7);
#else
  assert(moves == (1 << n) - 1);
#endif
}
