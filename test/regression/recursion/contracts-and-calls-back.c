// A proof by contracts of a recursive function does not forget that code which
// is not shown may call back functions of the program.
// It is unknown, or a need says so.
// RUN: sooth --recursion-depth=0 --calls=followed --timeout=20 %s > %t || true
// RUN: FileCheck %s < %t
// CHECK: {{^}}{{Unknown|Safe}}
// CHECK-NOT: 1 proved{{$}}
// CHECK: {{not verified|functions without a body do not call reset}}
#include <assert.h>
void on_event(void (*)(void));

static int state;
static void reset(void) { state = 9; }
static void go_on(int k) {
  if (k > 10) {
    go_on(k - 1);
    return;
  }
  on_event(reset);
}
void run(int k) {
  state = 1;
  go_on(k);
  assert(state == 1);
}
