// Example 3.2 of Bueno's dissertation: k = i is invariant in the first loop,
// k = j in the second, and no value of any of them matters.
//
// RESULT: Safe
#include <assert.h>

int __VERIFIER_nondet_int(void);

int main(void) {
  int n = __VERIFIER_nondet_int();
  int k = 0, i = 0;
  while (i < n) {
    i++;
    k++;
  }
  int j = n;
  while (j > 0) {
    assert(k > 0);
    j--;
    k--;
  }
  return 0;
}
