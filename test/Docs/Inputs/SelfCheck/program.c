#include <assert.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int() & 15, s = 0;
  for (int i = 1; i <= n; i++)
    s += i;
  assert(2 * s == n * (n + 1));
}
