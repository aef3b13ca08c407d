// RUN: %corpus %s
// EXPECT: safe
// NATIVE: none
// Whatever the unknown function returns.
#include <assert.h>
#include <sooth.h>

int unknown(int x);
int main(void) {
  int a = unknown(1) & 7;
  int t[8] = {0};
  t[a] = 1;
  assert(t[a] == 1 && a < 8);
}
