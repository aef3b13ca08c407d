// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// The same with pointers that walk.
#include <assert.h>
#include <sooth.h>

int a[1000];

int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n >= 0 && n <= 1000);
  for (int *p = a; p < a + n; p++)
    *p = 3;
#ifdef BUG
  for (int *p = a; p <= a + n; p++)
#else
  for (int *p = a; p < a + n; p++)
#endif
    assert(*p == 3);
}
