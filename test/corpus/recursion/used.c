// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>

/* Marks are set on the way down and taken back on the way up. */
int used[4];
void visit(int n) {
  if (n <= 0)
    return;
  used[n & 3]++;
  visit(n - 1);
  visit(n - 2);
#ifdef BUG
  if (n != 4)
#endif
    used[n & 3]--;
}
int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n <= 12);
  visit(n);
  assert(used[0] == 0);
}
