// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// The callee may change a local of any activation before it.
#include <assert.h>
#include <sooth.h>

int depth(int n, int *highest) {
  int here = n;
  if (n > *highest)
    *highest = n;
  if (n < 4)
    depth(n + 1, n == 2 ? &here : highest);
  return here;
}
int main(void) {
  int top = 0, n = sooth_nondet_int();
  sooth_assume(n >= 0 && n < 5);
  depth(n, &top);
#ifdef BUG
  assert(top == 4);
#else
  assert(top == (n < 3 ? 2 : 4));
#endif
}
