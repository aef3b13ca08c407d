// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Arrays inside structures are copied with them.
#include <assert.h>
#include <sooth.h>

struct arr { int v[3]; };
struct arr sorted(struct arr a) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2 - i; j++)
      if (a.v[j] > a.v[j + 1]) {
        int t = a.v[j];
        a.v[j] = a.v[j + 1];
        a.v[j + 1] = t;
      }
  return a;
}
int main(void) {
  struct arr a = {{sooth_nondet_int(), sooth_nondet_int(), 5}};
  struct arr b = sorted(a);
#ifdef BUG
  assert(a.v[0] <= a.v[1]);
#else
  assert(b.v[0] <= b.v[1] && b.v[1] <= b.v[2] && a.v[2] == 5);
#endif
}
