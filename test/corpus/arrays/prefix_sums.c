// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned a[4], s[5] = {0};
  for (int i = 0; i < 4; i++) {
    a[i] = sooth_nondet_uchar();
    s[i + 1] = s[i] + a[i];
  }
  unsigned i = sooth_nondet_uint() % 4, j = sooth_nondet_uint() % 4;
#ifdef BUG
  assert(s[i] <= s[j]);
#else
  assert(i > j || s[i] <= s[j]);
  assert(s[i + 1] - s[i] == a[i]);
#endif
}
