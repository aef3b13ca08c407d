// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>

/* Each activation has a variable of its own, which the next one writes. */
void f(int n, int *up) {
  int own = 0;
  if (n > 0) {
    f(n - 1, &own);
    assert(own == 7);
  }
#ifdef BUG
  if (n != 2)
#endif
    *up = 7;
}
int main(void) {
  int top = 0;
  int n = sooth_nondet_int();
  sooth_assume(n <= 5);
  f(n, &top);
  assert(top == 7);
}
