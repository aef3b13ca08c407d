// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Too large for the machine: the compiler's library does it.
#include <assert.h>
#include <sooth.h>
#include <stdatomic.h>

struct range {
  int from, to;
  long step, count;
};
static _Atomic struct range shared;

int main(void) {
  struct range a = {1, sooth_nondet_int(), 3, 4}, b = a;
  shared = a;
  b.to++;
  struct range expected = b;
  assert(!atomic_compare_exchange_strong(&shared, &expected, b));
  assert(expected.to == a.to);
  assert(atomic_compare_exchange_strong(&shared, &expected, b));
  struct range now = shared;
#ifdef BUG
  assert(now.to > a.to);
#endif
  assert(now.to == b.to && now.count == 4);
  now = atomic_exchange(&shared, a);
  assert(now.to == b.to && ((struct range)shared).to == a.to);
}
