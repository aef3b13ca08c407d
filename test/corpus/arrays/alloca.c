// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <alloca.h>

int main(void) {
  unsigned n = sooth_nondet_uint();
  sooth_assume(n >= 1 && n <= 4);
  char *p = alloca(n);
  for (unsigned i = 0; i < n; i++)
    p[i] = i;
#ifdef BUG
  assert(p[n - 1] != 3);
#else
  assert(p[n - 1] == n - 1 && p[0] == 0);
#endif
}
