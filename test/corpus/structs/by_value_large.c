// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// Too large for registers: passed in memory.
#include <assert.h>
#include <sooth.h>

struct big { int a[6]; char c; };
int sum(struct big b) {
  b.a[0]++;
  return b.a[0] + b.a[5] + b.c;
}
int main(void) {
  struct big b = {{1, 2, 3, 4, 5, sooth_nondet_uchar()}, 7};
  int s = sum(b);
#ifdef BUG
  assert(s == b.a[0] + b.a[5] + b.c);
#else
  assert(s == b.a[0] + b.a[5] + b.c + 1);
#endif
}
