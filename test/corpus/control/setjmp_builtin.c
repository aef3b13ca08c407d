// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

static void *buffer[5];

__attribute__((noinline)) static void leave(int n) {
  if (n > 3)
    __builtin_longjmp(buffer, 1);
}

int main(void) {
  int rounds = 0; // is in memory over __builtin_setjmp
  if (__builtin_setjmp(buffer) == 0)
    for (;;) {
      rounds++;
      leave(rounds);
    }
#ifdef BUG
  assert(rounds == 3);
#else
  assert(rounds == 4);
#endif
}
