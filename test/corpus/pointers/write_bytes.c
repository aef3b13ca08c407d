// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x = 0;
  char *p = (char *)&x;
  p[sizeof x - 1] = (char)0x80;
  assert(x < 0);
  p[0] = 1;
#ifdef BUG
  assert(x == -1);
#else
  assert(x == (int)0x80000001u);
#endif
}
