// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>

/* A stack in an array, as deep as the recursion. */
int stack[16], top;
void walk(int n) {
  if (n <= 0 || top >= 16)
    return;
  assert(top >= 0 && top < 16);
  stack[top++] = n;
  walk(n - 1);
  walk(n / 2);
#ifdef BUG
  if (n != 3)
#endif
    top--;
}
int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n <= 12);
  walk(n);
  assert(top == 0);
}
