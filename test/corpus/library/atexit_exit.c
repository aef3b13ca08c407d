// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -DABORT
// EXPECT: unsafe -DEXIT
// NATIVE: none
// Handlers run when exit is called, but not for abort or _Exit.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int finished;
void check(void) { assert(finished); }

void work(void) {
  if (sooth_nondet_int() == 7)
#if defined ABORT
    abort();
#elif defined EXIT
    exit(1);
#else
    _Exit(1);
#endif
  finished = 1;
}

int main(void) {
  if (atexit(check))
    return 1;
  work();
}
