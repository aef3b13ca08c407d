// Where code is left out of a large program, an address that it is given as a
// number may be written to, if it makes addresses of numbers.
// RUN: not sooth --copied-code=0 --calls=summarized --check=memory,assert \
// RUN:   --timeout=10 %s | FileCheck %s
#include <assert.h>
#include <stdint.h>
#define P(n) if (k == n) k += 3 * n + 1;
#define LARGE P(1) P(2) P(3) P(4) P(5) P(6) P(7) P(8) P(9) P(10) P(11) P(12)

static int writes(uintptr_t to, int k) {
  LARGE
  *(int *)to = k;
  return k;
}
// CHECK: :[[@LINE+1]]: number: 2 checks: 1 proved if, 1 unknown
void number(void) {
  int local = 1;
  writes((uintptr_t)&local, 1);
  assert(local == 1);
}

static int counts(uintptr_t n, int k) {
  LARGE
  return n > 3 ? k : 0;
}
// CHECK: :[[@LINE+1]]: only_a_number: 1 check: 1 proved{{$}}
void only_a_number(uintptr_t n) {
  int local = 1;
  counts(n, 1);
  assert(local == 1);
}
