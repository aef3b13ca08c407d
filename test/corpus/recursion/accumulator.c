// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// NATIVE: none
// Three for each call, by a loop whose counter goes down.
#include <assert.h>
#include <sooth.h>

unsigned triple(unsigned n) {
  if (n == 0)
    return 5;
  unsigned r = triple(n - 1);
  return r + 3;
}
int main(void) {
  unsigned n = sooth_nondet_uint();
  unsigned r = triple(n);
#ifdef BUG
  assert(r != 20);
#else
  assert(r == 3 * n + 5);
#endif
}
