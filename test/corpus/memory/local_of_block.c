// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// A local is gone after its block.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int *p;
  int outer = 1;
  {
    int inner = 2;
    p = &inner;
#ifndef BUG
    p = &outer;
#endif
  }
  *p = 3;
}
