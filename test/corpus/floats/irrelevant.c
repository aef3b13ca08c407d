// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Floats beside what is asserted.
#include <assert.h>
#include <sooth.h>

int main(void) {
  float weight[2] = {1.5f, 2.5f};
  int chosen[2] = {0, 0};
  for (int i = 0; i < 2; i++)
    if (weight[i] > sooth_nondet_int())
      chosen[i] = 1;
#ifdef BUG
  assert(chosen[0] + chosen[1] < 2);
#else
  assert(chosen[0] + chosen[1] <= 2);
#endif
}
