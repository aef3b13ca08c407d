// RUN: %corpus %s
// EXPECT: safe --check=uninitialized
// EXPECT: unsafe --check=uninitialized -DBUG
// NATIVE: memory
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x;
  int *p = &x;
#ifndef BUG
  *p = 1;
#else
  if (sooth_nondet_bool())
    *p = 1;
#endif
  if (*p)
    return 1;
}
