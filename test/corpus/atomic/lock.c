// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// With a spin lock for nobody but itself.
#include <assert.h>
#include <sooth.h>
#include <stdatomic.h>

static atomic_flag lock = ATOMIC_FLAG_INIT;
static int held;

static void take(void) {
  while (atomic_flag_test_and_set(&lock))
    ;
  held++;
}

static void release(void) {
  held--;
#ifdef BUG
  if (held == 0)
    held = sooth_nondet_int() == 4;
#endif
  atomic_flag_clear(&lock);
}

int main(void) {
  while (sooth_nondet_int()) {
    take();
    assert(held == 1);
    release();
  }
}
