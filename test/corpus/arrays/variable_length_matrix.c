// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int trace(int n, int m[n][n]) {
  int t = 0;
  for (int i = 0; i < n; i++)
    t += m[i][i];
  return t;
}
int main(void) {
  int m[2][2] = {{1, 2}, {3, sooth_nondet_uchar()}};
#ifdef BUG
  assert(trace(2, m) <= 255);
#else
  assert(trace(2, m) <= 256);
#endif
}
