// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// NATIVE: none
// Handlers run in reverse order when main returns.
#include <assert.h>
#include <stdlib.h>

int order;
void first(void) {
  order = order * 10 + 1;
#ifdef BUG
  assert(order == 12);
#else
  assert(order == 21);
#endif
}
void second(void) { order = order * 10 + 2; }

int main(void) {
  atexit(first);
  atexit(second);
}
