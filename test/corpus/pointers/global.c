// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A pointer to a global variable, through a function.
#include <assert.h>
#include <sooth.h>

int total;
void add(int *where, int amount) { *where += amount; }
int main(void) {
  unsigned char n = sooth_nondet_uchar();
  add(&total, n);
  add(&total, 1);
#ifdef BUG
  assert(total != 256);
#else
  assert(total >= 1 && total <= 256);
#endif
}
