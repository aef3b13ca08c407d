// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int a[4], max;
  for (int i = 0; i < 4; i++)
    a[i] = sooth_nondet_int();
  max = a[0];
  for (int i = 1; i < 4; i++)
#ifdef BUG
    if (a[i] > a[0])
#else
    if (a[i] > max)
#endif
      max = a[i];
  for (int i = 0; i < 4; i++)
    assert(max >= a[i]);
}
