// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A machine whose state is the function that comes next.
#include <assert.h>
#include <sooth.h>

static int n;
static void even(void), odd(void);
static void (*state)(void) = even;
static void even(void) {
  assert(n % 2 == 0);
  n = (n + 1) % 10;
  state = odd;
}
static void odd(void) {
  assert(n % 2 == 1);
#ifdef BUG
  n = (n + 1) % 9;
#else
  n = (n + 1) % 10;
#endif
  state = even;
}
int main(void) {
  while (sooth_nondet_bool())
    state();
}
