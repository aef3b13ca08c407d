// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int check(const int *p) {
  if (*p > 10)
    exit(1);
  return *p;
}
int main(void) {
  int x = sooth_nondet_int();
#ifndef BUG
  check(&x);
#endif
  assert(x <= 10);
}
