// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  signed char a[4];
  for (int i = 0; i < 4; i++)
    a[i] = sooth_nondet_schar();
  for (int i = 1; i < 4; i++) {
    signed char x = a[i];
    int j = i;
#ifdef BUG
    while (j > 1 && a[j - 1] > x) {
#else
    while (j > 0 && a[j - 1] > x) {
#endif
      a[j] = a[j - 1];
      j--;
    }
    a[j] = x;
  }
  for (int i = 0; i < 3; i++)
    assert(a[i] <= a[i + 1]);
}
