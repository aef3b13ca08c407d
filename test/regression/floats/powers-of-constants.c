// Of constants pow and its kin were anything; but no library is far from the
// result.
// RUN: sooth %s | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DCASE=1 | FileCheck %s --check-prefix=OPEN
// RUN: not sooth %s -DCASE=2 | FileCheck %s --check-prefix=OPEN
// SAFE: {{^}}Safe{{$}}
// OPEN: {{^}}Unknown: unsupported: result of 'pow'
#include <assert.h>
#include <math.h>
int main(void) {
#if CASE == 1 // where libraries differ
  assert(pow(10, -2) == 0.01);
#elif CASE == 2
  extern double any(void);
  assert(pow(3, any()) > 1e-3);
#else
  volatile double x = 32;
  double y = pow(x, 1.0 / 3);
  assert(y > 3.1748 && y < 3.1749);
  float z = powf(2, 0.5f);
  assert(z > 1.414f && z < 1.415f);
  assert(sin(3.141592653589793) < 1e-14 && cos(1) > 0.54 && exp(1) < 2.7183);
  assert(log(0.5) < -0.69 && log10f(100) > 1.999f);
#endif
}
