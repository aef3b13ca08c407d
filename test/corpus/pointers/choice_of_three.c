// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int a = 1, b = 2, c = 3;
int main(void) {
  unsigned char k = sooth_nondet_uchar();
  int *p = k == 0 ? &a : k == 1 ? &b : &c;
  int old = *p;
  *p = 0;
  assert(a + b + c == 6 - old);
#ifdef BUG
  assert(c == 3 || k == 2);
#else
  assert(c == 3 || k >= 2);
#endif
}
