// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

static unsigned char set[4];
void add(unsigned n) { set[n / 8] |= 1 << n % 8; }
void drop(unsigned n) { set[n / 8] &= ~(1 << n % 8); }
int has(unsigned n) { return set[n / 8] >> n % 8 & 1; }
int main(void) {
  unsigned i = sooth_nondet_uint() % 32, j = sooth_nondet_uint() % 32;
  add(i);
  add(j);
  drop(i);
#ifdef BUG
  assert(has(j));
#else
  assert(!has(i) && has(j) == (i != j));
#endif
}
