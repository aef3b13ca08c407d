// locks.c with a slip: a request of a large size forgets to give the lock
// back.
//
// RESULT: Unsafe
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
    int size = __VERIFIER_nondet_int();
    if (size > 0) {
      if (size < 1500)
        unlock();
      packets = packets + 1;
    }
  } while (packets != before);
  unlock();
  return 0;
}
