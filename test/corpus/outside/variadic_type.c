// RUN: %corpus %s
// EXPECT: unknown
// EXPECT: unknown -DLONG
// Read as another type than it was passed as: on x86-64, from other registers.
// NATIVE: none
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>

static double f(int n, ...) {
  va_list args;
  va_start(args, n);
#ifdef LONG
  double x = va_arg(args, long);
#else
  double x = va_arg(args, double);
#endif
  va_end(args);
  return x;
}
int main(void) {
#ifdef LONG
  assert(f(1, 0.0) == 0);
#else
  assert(f(1, 0L) == 0);
#endif
}
