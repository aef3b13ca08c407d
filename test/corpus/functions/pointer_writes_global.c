// RUN: %corpus %s
// EXPECT: unsafe
// A call through a pointer changes a global.
#include <assert.h>
#include <sooth.h>
static int calls;
static void hook(void) { calls++; }
int main(void) {
  void (*f)(void) = sooth_nondet_bool() ? hook : 0;
  int b = sooth_nondet_bool();
  if (b)
    f();
  assert(calls == 0);
}
