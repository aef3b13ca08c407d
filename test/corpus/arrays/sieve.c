// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  _Bool composite[12] = {1, 1};
  for (int i = 2; i < 12; i++)
    for (int j = 2 * i; j < 12; j += i)
      composite[j] = 1;
  unsigned n = sooth_nondet_uint() % 12;
#ifdef BUG
  assert(composite[n] || n % 2 == 1);
#else
  assert(composite[n] || n == 2 || n % 2 == 1);
  assert(!composite[7] && composite[9]);
#endif
}
