// Locking discipline: whatever the requests, the lock is taken and given back
// in turns. After SLAM's classic driver.
//
// RESULT: Safe
#include <assert.h>

int __VERIFIER_nondet_int(void);

static int locked;

static void lock(void) {
  assert(!locked);
  locked = 1;
}

static void unlock(void) {
  assert(locked);
  locked = 0;
}

int main(void) {
  int packets = 0, before;
  do {
    lock();
    before = packets;
    if (__VERIFIER_nondet_int()) {
      unlock();
      packets = packets + 1;
    }
  } while (packets != before);
  unlock();
  return 0;
}
