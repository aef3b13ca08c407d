// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>

struct vector { long v[4]; };
struct vector scale(struct vector a, int f) {
  for (int i = 0; i < 4; i++)
    a.v[i] *= f;
  return a;
}
int main(void) {
  struct vector a = {{1, 2, 3, sooth_nondet_uchar()}};
  struct vector b = scale(a, 2);
#ifdef BUG
  assert(b.v[3] > a.v[3]);
#else
  assert(b.v[3] == 2 * a.v[3] && a.v[2] == 3);
#endif
}
