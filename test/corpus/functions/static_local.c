// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int *counter(void) {
  static int n = 5;
  n++;
  return &n;
}
int main(void) {
  int *p = counter();
  assert(*p == 6);
  counter();
  assert(*p == 7);
  if (sooth_nondet_bool())
    *p = 0;
#ifdef BUG
  assert(*counter() == 8);
#else
  assert(*counter() == 8 || *p == 1);
#endif
}
