// EXPECT: safe
// EXPECT: unsafe -DBUG
// Any eight numbers, sorted by bubbles: in order, and none is lost.
#include <assert.h>
#include <sooth.h>

#define N 8

void sort(int *a, int n) {
  for (int i = 0; i < n - 1; i++)
#ifdef BUG
    for (int j = 0; j < n - 2 - i; j++)
#else
    for (int j = 0; j < n - 1 - i; j++)
#endif
      if (a[j] > a[j + 1]) {
        int t = a[j];
        a[j] = a[j + 1];
        a[j + 1] = t;
      }
}

int main(void) {
  int a[N], before = 0, after = 0, probe = sooth_nondet_int();
  for (int i = 0; i < N; i++) {
    a[i] = sooth_nondet_int();
    before += a[i] == probe;
  }
  sort(a, N);
  for (int i = 0; i < N; i++)
    after += a[i] == probe;
  for (int i = 1; i < N; i++)
    assert(a[i - 1] <= a[i]);
  assert(before == after);
}
