// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned long long x = sooth_nondet_ulonglong();
  unsigned short *p = (unsigned short *)&x;
  p[1] = 0;
#ifdef BUG
  assert((x & 0xffff) == 0);
#else
  assert((x & 0xffff0000u) == 0);
  assert((unsigned short)x == p[0]);
#endif
}
