// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

static int peg[3];
static void move(int n, int from, int to, int via) {
  if (n == 0)
    return;
  move(n - 1, from, via, to);
#ifndef BUG
  peg[from]--;
#endif
  peg[to]++;
  move(n - 1, via, to, from);
}
int main(void) {
  peg[0] = 3;
  move(3, 0, 2, 1);
  assert(peg[0] == 0 && peg[1] == 0 && peg[2] == 3);
}
