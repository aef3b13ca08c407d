// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// "%n" stores how much was printed up to there.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int n = 0;
  printf("abc%n\n", &n);
#ifdef BUG
  assert(n == 0);
#else
  assert(n == 3);
#endif
}
