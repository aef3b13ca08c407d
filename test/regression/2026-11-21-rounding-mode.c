// Sums of constants are computed for the usual rounding mode; after a change of
// it they mean nothing.
// RUN: not sooth %s | FileCheck %s
// CHECK: {{^}}Unknown: unsupported: change of the rounding mode ('fesetround')
#include <assert.h>
int fesetround(int);

static void add(float one, float tiny) {
  fesetround(0x400); // downward
  float sum = one + tiny;
  assert(sum == 1.0f);
}

int main(void) { add(1.0f, 0x1.8p-24f); }
