// Figure 1.2 of Bueno's dissertation: two counters that stay together.
//
// RESULT: Safe
#include <assert.h>

_Bool __VERIFIER_nondet_bool(void);

int main(void) {
  int i = 0, j = 0;
  while (__VERIFIER_nondet_bool() && j < 10) {
    if (i < j)
      i = i + 1;
    j = j + 1;
  }
  assert(j == i || j == i + 1);
  return 0;
}
