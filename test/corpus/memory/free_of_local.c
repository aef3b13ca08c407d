// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int x;
  int *p = sooth_nondet_bool() ? malloc(sizeof *p) : &x;
#ifndef BUG
  if (p != &x)
#endif
    free(p);
}
