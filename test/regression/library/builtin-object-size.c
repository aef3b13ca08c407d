// What clang cannot tell is at least the size of what the pointer points to, but
// not that size: a compiler may say that it does not know.
// RUN: sooth %s | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s -DEXACT | FileCheck %s
// RUN: not sooth %s -DLEAST | FileCheck %s
// RUN: not sooth %s -DOUTSIDE | FileCheck %s
// SAFE: Safe
// CHECK: Unknown: unsupported: size of an object that the compiler may not know at {{.*}}.c:[[#]]:
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  char a[10], *p = malloc(20), *q = sooth_nondet_int() ? a : a + 2;
  assert(__builtin_object_size(p, 0) >= 20);
  assert(__builtin_object_size(a + 3, 0) == 7);
#ifdef EXACT
  assert(__builtin_object_size(p, 0) == 20);
#elif defined(LEAST)
  assert(__builtin_object_size(q, 2) == 0 || __builtin_object_size(q, 2) == 8);
#elif defined(OUTSIDE)
  assert(__builtin_object_size(p + 21, 0) > 0);
#endif
}
