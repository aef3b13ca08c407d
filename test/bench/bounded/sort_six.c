// EXPECT: safe
// EXPECT: unsafe -DBUG
// Any six numbers, sorted by insertion: in order, and none is lost.
#include <assert.h>
#include <sooth.h>

#define N 6

void sort(int *a, int n) {
  for (int i = 1; i < n; i++) {
    int key = a[i], j = i - 1;
#ifdef BUG
    while (j > 0 && a[j] > key) {
#else
    while (j >= 0 && a[j] > key) {
#endif
      a[j + 1] = a[j];
      j--;
    }
    a[j + 1] = key;
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
