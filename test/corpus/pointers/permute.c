// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Pointers in an array change places; what they point to stays.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a = 1, b = 2;
  int *t[2] = {&a, &b};
  for (int k = 0; k < 3; k++)
    if (sooth_nondet_bool()) {
      int *s = t[0];
      t[0] = t[1];
      t[1] = s;
    }
  *t[0] = 10;
  *t[1] = 20;
#ifdef BUG
  assert(a == 10);
#else
  assert(a + b == 30);
#endif
}
