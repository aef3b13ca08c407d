// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int half(int n, int *rest) {
  if (rest)
    *rest = n & 1;
  return n >> 1;
}
int main(void) {
  int n = sooth_nondet_uchar(), rest = 0;
  int h = half(n, sooth_nondet_bool() ? &rest : (int *)0);
#ifdef BUG
  assert(2 * h + rest == n);
#else
  assert(2 * h + rest == n || rest == 0);
#endif
}
