// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

void reverse(int *a, int n) {
#ifdef BUG
  for (int i = 0; i < n; i++) {
#else
  for (int i = 0; i < n / 2; i++) {
#endif
    int t = a[i];
    a[i] = a[n - 1 - i];
    a[n - 1 - i] = t;
  }
}
int main(void) {
  int a[5], b[5];
  for (int i = 0; i < 5; i++)
    b[i] = a[i] = sooth_nondet_int();
  reverse(a, 5);
  for (int i = 0; i < 5; i++)
    assert(a[i] == b[4 - i]);
}
