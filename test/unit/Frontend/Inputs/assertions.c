#include "program.h"
#include <assert.h>
#include <stdlib.h>

static void check(int condition) {
  if (!condition) {
  ERROR:
    reach_error();
    abort();
  }
}

int main(void) {
  int a = Int(), b = Int();
  __VERIFIER_assume(a != 3);
  observe(a);
  assert(a < 1000 || b > 0);
  observe(b);
  if (b == 7)
    abort();
  if (b == 31)
    exit(2);
  check(b != 32);
  __VERIFIER_assume(a > b && b != 0);
  observe(a - b);
  assert(a - b > 0);
  check(a > -100);
  return a / b;
}
