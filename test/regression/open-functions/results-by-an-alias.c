// What a function returns is found where it is called by another name, too, however late it is
// known.
// RUN: not sooth --check=memory --calls=summarized %s | FileCheck %s
#include <assert.h>

static int number;
static int *held;
int *one(void);
int *two(void);
void keep(void) { held = one(); }
static int *first(void) { return two(); }
static int *second(void) { return &number; }
int *one(void) __attribute__((alias("first")));
int *two(void) __attribute__((alias("second")));

// CHECK: unsupported: what 'held' leads to when the function is called
// CHECK: test: 4 checks: 3 proved, 1 unknown
void test(void) {
  number = 1;
  if (held)
    *held = 2;
  assert(number == 1);
}
