// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

static int calls;
static void hook(void) { calls++; }
int main(void) {
  void (*f)(void) = sooth_nondet_bool() ? hook : 0;
  if (f)
    f();
#ifdef BUG
  assert(calls == 1);
#else
  assert(calls == (f != 0));
#endif
}
