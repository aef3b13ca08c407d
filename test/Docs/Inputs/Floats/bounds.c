#include <assert.h>
#include <fenv.h>
int main(void) {
  float a = 1, b = 10;
  fesetround(FE_DOWNWARD);
  float least = a / b;
  fesetround(FE_UPWARD);
  float most = a / b;
  assert(least < most && fegetround() == FE_UPWARD);
}
