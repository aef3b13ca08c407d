// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// NATIVE: none
// Each conversion that is counted has a value of its type.
#include <assert.h>
#include <stdio.h>

int main(void) {
  unsigned short n = 1;
  long m = 2;
  char c = 'x';
  int read = scanf("%hu,%*d %ld%c", &n, &m, &c);
  assert(read >= -1 && read <= 3);
#ifdef BUG
  assert(n < 60000);
#else
  if (read < 1)
    assert(n == 1);
  if (read < 3)
    assert(c == 'x');
#endif
}
