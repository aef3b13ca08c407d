// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unknown -DBUG
// NATIVE: none
// How far two variables are apart is a matter of addresses, which do not overlap.
#include <assert.h>
#include <stddef.h>

struct triple {
  int a, b, c;
};

int main(void) {
  struct triple a, b;
  ptrdiff_t apart = (char *)&b - (char *)&a;
#ifdef BUG
  assert(apart > 0);
#else
  assert((size_t)(apart < 0 ? -apart : apart) >= sizeof a);
#endif
}
