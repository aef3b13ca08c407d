// The harness leaves setjmp and longjmp to the C library. It defined them, as it
// does functions without a body, and the replay did not jump.
// RUN: not sooth %s --harness=%t.c | FileCheck %s
// CHECK: Unsafe
// RUN: %clang19 -w %s %t.c -o %t.exe
// RUN: not %t.exe 2>&1 | FileCheck %s --check-prefix=REPLAY
// REPLAY: violation reached: {{.*}}setjmp-in-harness.c:22

#include <assert.h>
#include <setjmp.h>

static jmp_buf top;
unsigned char any(void);

static void leave(int with) { longjmp(top, with); }

int main(void) {
  int seen = setjmp(top);
  if (seen == 0)
    leave(any());
  // (Also of 0 it makes 1.)
  assert(seen != 1);
  return 0;
}
