#include <assert.h>
extern float __VERIFIER_nondet_float(void);
int main(void) {
  float a = __VERIFIER_nondet_float(), b = __VERIFIER_nondet_float();
  if (!(a <= b && b <= 3.4028235e+38f && a >= -3.4028235e+38f))
    return 0;
  assert(a <= (a + b) / 2);
}
