// A line marker may name a device. Who showed the lines around a violation read
// that to its end: there was none, and memory was used up.
// RUN: sh -c 'ulimit -v 8000000; not sooth %s --sarif' | FileCheck %s
// RUN: sh -c 'ulimit -v 8000000; not sooth %s --report=%t.html' && grep -c dev/zero %t.html
// CHECK: "uri": "file:///dev/zero"
#include <assert.h>

int main(void) {
#line 3 "/dev/zero"
  int x = 1;
  assert(x == 2);
}
