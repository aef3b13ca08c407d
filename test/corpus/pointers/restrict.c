// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

void copy(int n, int *restrict to, const int *restrict from) {
  for (int i = 0; i < n; i++)
    to[i] = from[i];
}
int main(void) {
  int a[3] = {1, 2, 3}, b[3] = {0};
  int n = sooth_nondet_uint() & 3;
  copy(n, b, a);
#ifdef BUG
  assert(b[2] == 0);
#else
  assert(b[2] == (n == 3 ? 3 : 0));
#endif
}
