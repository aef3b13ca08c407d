// RUN: %corpus %s
// EXPECT: safe
#include <assert.h>
#include <sooth.h>

int main(void) {
  double zero = 0, nan = zero / zero, inf = 1 / zero;
  assert(nan != nan && inf > 1e308 && -inf < 0 && 1 / inf == 0);
}
