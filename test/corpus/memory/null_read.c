// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x = 1;
  int *p = sooth_nondet_bool() ? &x : 0;
#ifndef BUG
  if (p)
#endif
    x = *p + 1;
}
