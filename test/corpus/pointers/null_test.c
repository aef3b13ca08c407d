// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stddef.h>

int get(int *p) {
#ifndef BUG
  if (p == NULL)
    return -1;
#endif
  assert(p != NULL);
  return *p;
}
int main(void) {
  int x = 3;
  int r = get(sooth_nondet_bool() ? &x : NULL);
  assert(r == 3 || r == -1);
}
