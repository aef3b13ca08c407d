#include <assert.h>
#include <sooth.h>

int add(int m, int n) {
  if (n == 0)
    return m;
  if (n > 0)
    return add(m + 1, n - 1);
  return add(m - 1, n + 1);
}
int main(void) {
  int m = sooth_nondet_int(), n = sooth_nondet_int();
  assert(add(m, n) == m + n);
}
