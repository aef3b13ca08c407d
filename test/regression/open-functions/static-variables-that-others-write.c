// A static variable holds anything when a function is called that only reads it,
// if another function of the file writes it. (For some hours functions were
// verified without what they do not lead to, and so the variable was 0.)
// RUN: not sooth %s | FileCheck %s
// CHECK: Unsafe
// CHECK: get: 1 check: 1 violated
#include <assert.h>
static int level;
void set(int x) { level = x; }
int get(void) {
  assert(level == 0);
  return level;
}
