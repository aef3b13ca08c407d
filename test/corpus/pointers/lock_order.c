// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// The second lock may be the first.
#include <assert.h>
#include <sooth.h>

struct lock { int held; } locks[2];
void acquire(struct lock *l) {
  assert(!l->held);
  l->held = 1;
}
int main(void) {
  unsigned i = sooth_nondet_uint() & 1, j = sooth_nondet_uint() & 1;
#ifndef BUG
  if (i == j)
    return 0;
#endif
  acquire(&locks[i]);
  acquire(&locks[j]);
}
