// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct v {
  int kind;
  union {
    struct { short lo, hi; };
    int all;
  };
};
int main(void) {
  struct v v = {1, .all = sooth_nondet_int()};
  v.lo = 0;
#ifdef BUG
  assert(v.hi == 0);
#else
  assert((v.all & 0xffff) == 0 && v.all >> 16 == v.hi);
#endif
}
