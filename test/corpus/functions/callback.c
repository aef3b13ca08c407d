// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

void each(const int *a, int n, void (*f)(int, void *), void *context) {
  for (int i = 0; i < n; i++)
    f(a[i], context);
}
void sum(int x, void *context) { *(int *)context += x; }
void most(int x, void *context) {
  int *m = context;
  if (x > *m)
    *m = x;
}
int main(void) {
  int a[3] = {1, sooth_nondet_uchar(), 3};
  int s = 0, m = 0;
  each(a, 3, sum, &s);
  each(a, 3, most, &m);
#ifdef BUG
  assert(m < s - 3);
#else
  assert(s == a[1] + 4 && m >= 3 && m <= s);
#endif
}
