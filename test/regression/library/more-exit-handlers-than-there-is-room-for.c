// C promises room for 32 handlers; a library may take more, or refuse them.
// RUN: not sooth %s -DCOUNT=33 | FileCheck %s
// RUN: not sooth %s -DCOUNT=32 | FileCheck %s --check-prefix=FAILS
// RUN: sooth %s -DCOUNT=31 | FileCheck %s --check-prefix=HOLDS
// CHECK: Unknown: undefined behaviour: more than the C library's model has room for
// FAILS: Unsafe
// HOLDS: Safe
#include <assert.h>
#include <stdlib.h>

static int counter;
static void count(void) { ++counter; }
static void check(void) { assert(counter < 31); }

int main(void) {
  atexit(check);
  for (int i = 1; i < COUNT; ++i)
    atexit(count);
}
