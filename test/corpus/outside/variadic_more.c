// RUN: %corpus %s
// EXPECT: unknown
// More is read than was passed.
#include <assert.h>
#include <sooth.h>
#include <stdarg.h>

int f(int n, ...) {
  va_list args;
  va_start(args, n);
  int x = va_arg(args, int);
  va_end(args);
  return x;
}
int main(void) { assert(f(1) == 0); }
