// RUN: %corpus %s
// EXPECT: safe
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  float f = 1.5f;
  unsigned u;
  memcpy(&u, &f, sizeof u);
  assert(u == 0x3fc00000);
}
