// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

void reverse(char *a, int n) {
  if (n < 2)
    return;
  char t = a[0];
  a[0] = a[n - 1];
  a[n - 1] = t;
#ifdef BUG
  reverse(a + 1, n - 1);
#else
  reverse(a + 1, n - 2);
#endif
}
int main(void) {
  char a[4] = {1, 2, 3, sooth_nondet_char()};
  char last = a[3];
  reverse(a, 4);
  assert(a[0] == last && a[1] == 3 && a[2] == 2 && a[3] == 1);
}
