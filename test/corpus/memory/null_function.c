// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>

static void f(void) {}
int main(void) {
  void (*g)(void) = sooth_nondet_bool() ? f : 0;
#ifndef BUG
  if (g)
#endif
    g();
}
