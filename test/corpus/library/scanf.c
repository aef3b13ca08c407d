// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// NATIVE: none
#include <assert.h>
#include <sooth.h>
#include <stdio.h>

int main(void) {
  int x = 5, y = 6;
  scanf("%d", &x);
#ifdef BUG
  assert(x == 5);
#else
  assert(y == 6);
#endif
}
