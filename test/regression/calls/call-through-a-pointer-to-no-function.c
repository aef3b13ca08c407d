// A call through a pointer that was never set, that leads to a function of
// another type or that was read outside of a table does anything; it does not
// end the run, as a call through a null pointer does.
// RUN: not sooth %s -DUNSET | FileCheck %s
// RUN: not sooth %s -DTABLE --check=access | FileCheck %s --check-prefix=OUTSIDE
// RUN: not sooth %s -DTABLE | FileCheck %s
// RUN: not sooth %s -DTYPE | FileCheck %s
// RUN: sooth %s -DINSIDE | FileCheck %s --check-prefix=SAFE
// RUN: sooth %s -DNULL_POINTER | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s --check=assert -DUNSET -DNDEBUG | FileCheck %s --check-prefix=NONE
// CHECK: Unknown: undefined behaviour: call through a pointer to no function of its type at {{.*}}.c:[[#]]:
// OUTSIDE: Unsafe
// SAFE: Safe
// NONE: nothing to check
#include <assert.h>
#include <sooth.h>

static int one(int x) { return x; }
static int two(int x) { return 2 * x; }
static void other(void) {}
static int (*const table[2])(int) = {one, two};
int (*kept)(int), (*slots[4])(int);

int main(void) {
  int n = sooth_nondet_int();
#if defined(UNSET)
  int (*f)(int);
  f(1);
  assert(0);
#elif defined(TABLE)
  sooth_assume(n >= 0 && n < 3);
  assert(table[n](2) > 1);
#elif defined(INSIDE)
  sooth_assume(n >= 0 && n < 2);
  assert(table[n](2) > 1);
#elif defined(TYPE)
  slots[n & 3] = (int (*)(int))other;
  slots[n & 3](2);
  assert(0);
#elif defined(NULL_POINTER)
  kept = n ? one : 0;
  assert(kept(2) == 2);
#endif
}
