// Where code is left out of a large program, it may give functions of the
// program to code that is not shown, which may call them.
// RUN: sooth --copied-code=0 --calls=summarized --check=memory,assert %s \
// RUN:   | FileCheck %s
#include <assert.h>
#define P(n) if (k == n) k += 3 * n + 1;
#define LARGE P(1) P(2) P(3) P(4) P(5) P(6) P(7) P(8) P(9) P(10) P(11) P(12)
void on_event(void (*)(void));

static int state;
static void reset(void) { state = 9; }
static int registers(int k) {
  LARGE
  on_event(reset);
  return k;
}
// CHECK: :[[@LINE+1]]: run: 1 check: 1 proved if
void run(void) {
  // CHECK-NEXT: needs: functions without a body do not call reset()
  state = 1;
  registers(1);
  assert(state == 1);
}

static int computes(int k) {
  LARGE
  return k;
}
// CHECK: :[[@LINE+1]]: plain: 1 check: 1 proved{{$}}
void plain(void) {
  state = 1;
  computes(1);
  assert(state == 1);
}
