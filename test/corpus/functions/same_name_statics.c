// RUN: %corpus %s
// EXPECT: safe
#include <assert.h>
#include <sooth.h>

int f(void) {
  static int n;
  return ++n;
}
int g(void) {
  static int n = 10;
  return ++n;
}
int main(void) {
  f();
  g();
  assert(f() == 2 && g() == 12);
}
