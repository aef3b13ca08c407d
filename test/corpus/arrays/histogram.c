// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned count[4] = {0};
  for (int i = 0; i < 3; i++)
    count[sooth_nondet_uchar() % 4]++;
  assert(count[0] + count[1] + count[2] + count[3] == 3);
#ifdef BUG
  assert(count[3] < 3);
#else
  assert(count[3] <= 3);
#endif
}
