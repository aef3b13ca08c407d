// __attribute__((ifunc)): the function that the resolver returns is called.
// RUN: sooth %s --check=memory | FileCheck %s --check-prefix=SAFE
// RUN: not sooth %s --check=memory -DWRONG | FileCheck %s
// RUN: not sooth %s --check=memory -DVARIADIC | FileCheck %s --check-prefix=OPEN
// SAFE: {{^}}Safe{{$}}
// CHECK: {{^}}Unsafe{{$}}
// CHECK-NEXT: assertion 'f(1) == 3' failed
// OPEN: {{^}}Unknown: unsupported: 'sum'{{$}}
#include <assert.h>
static int one(int x) { return x + 1; }
static int two(int x) { return x + 2; }
#ifdef WRONG
static int which = 1;
#else
static int which = 2;
#endif
static int (*choose(void))(int) { return which == 1 ? one : two; }
int f(int x) __attribute__((ifunc("choose")));
int (*table[])(int) = {one, f};

static int add(int n, ...) { return n; }
static int (*chooseSum(void))(int, ...) { return add; }
int sum(int n, ...) __attribute__((ifunc("chooseSum")));

int main(void) {
#ifdef VARIADIC
  assert(sum(1, 2) == 1);
#endif
  assert(f(1) == 3);
  assert(table[1](2) == 4);
  return 0;
}
