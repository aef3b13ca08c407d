// Each of several functions has a limit by default. The last one had none, nor had
// the last call that was checked.
// RUN: not timeout 100 sooth --check=memory %s | FileCheck %s
// CHECK: 2 functions, {{.*}} unknown

#include <assert.h>

int easy(const int *p) { return *p; }

// The number has two factors of 32 bits, and is hard to factor.
void hard(unsigned a, unsigned b) {
  assert(a == 1 || b == 1 || (unsigned long)a * b != 8410523059887239059ul);
}
