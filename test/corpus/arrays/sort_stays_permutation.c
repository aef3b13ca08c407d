// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned char a[3], x = sooth_nondet_uchar();
  int before = 0, after = 0;
  for (int i = 0; i < 3; i++) {
    a[i] = sooth_nondet_uchar();
    before += a[i] == x;
  }
  for (int i = 0; i < 2; i++)
    for (int j = i + 1; j < 3; j++)
      if (a[j] < a[i]) {
        unsigned char t = a[i];
        a[i] = a[j];
#ifndef BUG
        a[j] = t;
#endif
      }
  for (int i = 0; i < 3; i++)
    after += a[i] == x;
  assert(before == after);
}
