// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A pointer to a local variable reads and writes it.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x = sooth_nondet_int();
  int *p = &x;
  *p = 5;
#ifdef BUG
  if (sooth_nondet_bool())
    *p = 6;
#endif
  assert(x == 5);
}
