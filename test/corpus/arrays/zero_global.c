// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int table[100];
int main(void) {
  unsigned i = sooth_nondet_uint() % 100, j = sooth_nondet_uint() % 100;
  assert(table[i] == 0);
  table[j] = 1;
#ifdef BUG
  assert(table[i] == 0);
#else
  assert(table[i] == (i == j));
#endif
}
