// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Two cells in each round.
#include <assert.h>
#include <sooth.h>

#ifdef BUG
#define COUNT 3
#else
#define COUNT 1000
#endif

int a[2 * COUNT];

int main(void) {
  for (int i = 0; i < COUNT; i++) {
    a[2 * i] = 1;
    a[2 * i + 1] = 2;
  }
#ifdef BUG
  a[3]++;
#endif
  for (int i = 0; i < 2 * COUNT; i++)
    assert(a[i] == 1 || a[i] == 2);
}
