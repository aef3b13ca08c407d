// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// NATIVE: none
// Results are changed after the call, and may wrap.
#include <assert.h>
#include <sooth.h>

int add(int m, int n) {
  if (n == 0)
    return m;
  if (n > 0) {
    int r = add(m, n - 1);
    return r + 1;
  }
  int r = add(m, n + 1);
  return r - 1;
}
int main(void) {
  int m = sooth_nondet_int(), n = sooth_nondet_int();
  int r = add(m, n);
#ifdef BUG
  assert(r != m + 3);
#else
  assert(r - n == m);
#endif
}
