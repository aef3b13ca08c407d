// RUN: sooth %s | FileCheck %s
// RUN: sooth %s -m32 | FileCheck %s
// CHECK: {{^}}Safe{{$}}
// What is known of the address of an object did not hold for objects that are
// allocated in a loop: they could be at 0.
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  for (int i = 0; i < 2; i++) {
    int *p = malloc(2 * sizeof *p);
    uintptr_t n = (uintptr_t)p;
    assert(n != 0 && n % 4 == 0);
    assert(n < n + 8);
  }
}
