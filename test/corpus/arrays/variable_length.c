// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned n = sooth_nondet_uint();
  sooth_assume(n >= 1 && n <= 3);
  int a[n];
  for (unsigned i = 0; i < n; i++)
    a[i] = i;
  assert(sizeof a == n * sizeof(int));
#ifdef BUG
  assert(a[n - 1] < 2);
#else
  assert(a[n - 1] == n - 1);
#endif
}
