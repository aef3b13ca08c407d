// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// An unsigned counter that goes below zero.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[4];
#ifdef BUG
  for (unsigned i = 3; i >= 0; i--)
#else
  for (unsigned i = 4; i-- > 0;)
#endif
    a[i] = 0;
}
