// Sums of constants were computed for the usual rounding mode, also after a
// change of it.
// RUN: sooth %s | FileCheck %s
// CHECK: {{^}}Safe
#include <assert.h>
int fesetround(int);

static void add(float one, float tiny) {
  fesetround(0x400); // downward
  float sum = one + tiny;
  assert(sum == 1.0f);
}

int main(void) { add(1.0f, 0x1.8p-24f); }
