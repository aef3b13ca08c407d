// What was given to atexit, and destructors, also run where exit is called through a pointer.
// RUN: not sooth --check=div %s | FileCheck %s
// RUN: not sooth --check=div -DSTORED %s | FileCheck %s
// RUN: sooth --emit=values --check=memory,div %s | FileCheck %s --check-prefix=VALUES
// RUN: not sooth --check=div -DDESTRUCTOR %s | FileCheck %s --check-prefix=DESTRUCTOR
// CHECK: Unsafe
// CHECK-NEXT: .c:[[#@LINE+9]]:16: division by zero
// DESTRUCTOR: Unknown
#include <stdlib.h>

static int divisor = 1;
#ifdef DESTRUCTOR
__attribute__((destructor))
#endif
static void handler(void) {
  divisor = 10 / divisor;
}
// VALUES: :[[#@LINE-2]]:16: div: may fail

static void run(void (*f)(int)) { f(1); }
static void (*volatile leave)(int) = exit;

int main(int argc, char **argv) {
#ifndef DESTRUCTOR
  atexit(handler);
#endif
  divisor = 0;
#ifdef STORED
  leave(3);
#else
  run(exit);
#endif
  divisor = 1;
  return 0;
}
