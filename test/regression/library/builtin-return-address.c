// The result of __builtin_return_address was unknown: it is the place behind
// the call, the same for all runs of one call in the source, and another one
// for each call.
// RUN: sooth %s --timeout=20 | FileCheck --check-prefix=SAFE %s
// RUN: not sooth %s -DTWO_CALLS --timeout=20 | FileCheck --check-prefix=TWO %s
// RUN: not sooth %s -DOUTSIDE --timeout=20 | FileCheck --check-prefix=OUT %s
// SAFE: Safe
// TWO: Unsafe
// OUT: Unknown: unsupported: result of 'llvm.returnaddress'
#include <assert.h>

static void *where(void) { return __builtin_return_address(0); }
static void *where_of_caller(void) { return __builtin_return_address(1); }
static void *between(void) { return where_of_caller(); }
static void *(*const ways[])(void) = {where, between, where};

static void *ask(int way) { return ways[way](); }
static void *ask_again(int way) { return ways[way](); }

/* Of a recursive function the same call returns to the same place. */
static void *deep(int n) { return n == 0 ? __builtin_return_address(0) : deep(n - 1); }

int main(void) {
  void *first = ask(0);
  assert(first);
  for (int i = 1; i < 3; i++)
    assert(ask(i) == first);
  assert(ask_again(1) != first && ask_again(1) == ask_again(0));
  assert(deep(1) == deep(2));
#ifdef TWO_CALLS
  void *here = where();
  assert(here == where());
#endif
#ifdef OUTSIDE
  assert(__builtin_return_address(0) != first);
#endif
  return 0;
}
