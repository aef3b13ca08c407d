// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A pointer to const sees changes made elsewhere.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int x = 1;
  const int *p = &x;
  int before = *p;
  x = sooth_nondet_int();
#ifdef BUG
  assert(*p == before);
#else
  assert(*p == x);
#endif
}
