// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// The proof needs to know that each call leaves the global as it was.
#include <assert.h>
#include <sooth.h>

int level;
int walk(int n) {
  level++;
  int r = n > 0 ? 1 + walk(n - 2) : 0;
#ifdef BUG
  if (n != 3)
#endif
  level--;
  return r;
}
int main(void) {
  walk(sooth_nondet_uchar());
  assert(level == 0);
}
