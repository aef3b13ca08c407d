// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Members of all structures of an array, written by a function.
#include <assert.h>
#include <sooth.h>

struct point {
  int x, y;
} a[1000];

static void fill(struct point *p, int n, int v) {
  for (int i = 0; i < n; i++) {
    p[i].x = v;
    p[i].y = v + 1;
  }
}

int main(void) {
  int n = sooth_nondet_int(), v = sooth_nondet_int();
  sooth_assume(n >= 0 && n <= 1000);
#ifdef BUG
  fill(a, n - 1, v);
#else
  fill(a, n, v);
#endif
  for (int i = 0; i < n; i++)
    assert(a[i].x == v && a[i].y == v + 1);
}
