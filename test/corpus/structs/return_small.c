// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>

struct pair { short a; int b; };
struct pair make(int n) {
  struct pair p = {n, n + 1};
  return p;
}
int main(void) {
  int n = sooth_nondet_uchar();
  struct pair p = make(n);
#ifdef BUG
  assert(p.b <= 255);
#else
  assert(p.b - p.a == 1 && make(3).b == 4);
#endif
}
