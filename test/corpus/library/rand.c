// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// NATIVE: none
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int a[4] = {0};
  a[rand() % 4]++;
#ifdef BUG
  assert(a[3] == 0);
#else
  assert(a[0] + a[1] + a[2] + a[3] == 1);
#endif
}
