// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// What is infinite stays so in a product, if one part is no number, too.
#include <assert.h>
#include <complex.h>
#include <math.h>

int main(void) {
  double complex a = __builtin_complex((double)INFINITY, (double)NAN);
  double complex b = __builtin_complex(1.0, (double)NAN);
  double complex c = a * b;
#ifdef BUG
  assert(!isinf(creal(c)));
#else
  assert(isinf(creal(c)));
#endif
}
