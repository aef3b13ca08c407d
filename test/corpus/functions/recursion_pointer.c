// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Each call has its own local, and callees may write it.
#include <assert.h>
#include <sooth.h>

void down(int n, int *sum) {
  int here = n;
  if (n > 0)
    down(n - 1, &here);
  *sum += here;
}
int main(void) {
  int n = sooth_nondet_int(), sum = 0;
  sooth_assume(n >= 0 && n <= 3);
  down(n, &sum);
#ifdef BUG
  assert(sum < 6);
#else
  assert(sum == n * (n + 1) / 2);
#endif
}
