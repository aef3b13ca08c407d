// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Copies of a structure share what its pointers point to.
#include <assert.h>
#include <sooth.h>

struct box { int *value; };
int main(void) {
  int x = 1;
  struct box a = {&x}, b = a;
  *b.value = sooth_nondet_int();
#ifdef BUG
  assert(*a.value == 1);
#else
  assert(*a.value == x && a.value == b.value);
#endif
}
