// RUN: %corpus %s
// EXPECT: safe
// The address of an object is never null, and differs from others'.
#include <assert.h>
#include <sooth.h>

int g, h[3];
int main(void) {
  int x, y, *p = &x; // clang decides about the others
  assert(p && p != &y);
  assert(&x && &g && &h[2]);
  assert(&x != &y && &g != &x && (void *)&g != (void *)h);
}
