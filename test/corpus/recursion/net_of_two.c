// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// NATIVE: none
// Up by two before the call, down by one behind it: a loop with a result.
#include <assert.h>
#include <sooth.h>

int c;
void rise(int n) {
  if (n > 0) {
    c += 2;
    rise(n - 1);
    c -= 1;
  }
}
int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n <= 30000);
  rise(n);
#ifdef BUG
  assert(c != 3);
#else
  assert(n <= 0 ? c == 0 : c == n);
#endif
}
