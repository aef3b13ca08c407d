// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A volatile variable is read again each time, but nobody else writes it.
#include <assert.h>
#include <sooth.h>

int main(void) {
  volatile int x = sooth_nondet_int();
  volatile int *p = &x;
  int a = *p;
#ifdef BUG
  *p = 1;
#endif
  int b = *p;
  assert(a == b);
}
