// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned char a[4] = {4, 3, 2, 1};
  unsigned char *p = a + 4;
  int n = 0;
  while (p > a) {
    --p;
    n = n * 10 + *p;
  }
#ifdef BUG
  assert(n == 4321);
#else
  assert(n == 1234);
#endif
}
