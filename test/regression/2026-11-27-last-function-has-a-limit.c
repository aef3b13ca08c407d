// Each of several functions has a limit by default. The last one had none, nor had
// the last call that was checked.
// RUN: not timeout 100 sooth --check=memory %s | FileCheck %s
// CHECK: 2 functions, {{.*}} unknown

#include <assert.h>

int easy(const int *p) { return *p; }

void hard(unsigned long a, unsigned long b, unsigned long c) {
  assert(a < 2 || b < 2 || c < 2 || a * a * a + b * b * b != c * c * c ||
         a * b % 9173 != 17);
}
