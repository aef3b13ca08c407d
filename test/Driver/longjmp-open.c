// Where runs start at another function than main, buffers may be set by callers,
// and functions without a body may jump to those that they can know.
// RUN: sooth %s --entry=leave | FileCheck %s
// RUN: sooth %s --entry=caught | FileCheck %s
// RUN: sooth %s --entry=hidden | FileCheck %s
// RUN: not sooth %s --entry=attempt | FileCheck %s --check-prefix=JUMPS
// RUN: not sooth %s --entry=finish | FileCheck %s --check-prefix=JUMPS
// CHECK: {{^}}Safe
// JUMPS: Unknown: unsupported: longjmp by a function that is not defined
#include <assert.h>
#include <setjmp.h>

struct job {
  jmp_buf buffer;
  int failed;
};
void work(struct job *);
_Noreturn void fail(struct job *);
void other(void);

// The run ends: whoever set the buffer is not here.
void leave(struct job *j) {
  longjmp(j->buffer, 1);
  assert(0);
}

int caught(struct job *j) {
  if (setjmp(j->buffer) == 0)
    leave(j);
  else
    return 1;
  assert(0);
}

int attempt(struct job *j) {
  volatile int phase = 1;
  if (setjmp(j->buffer)) {
    assert(phase == 1);
    return 0;
  }
  phase = 2;
  work(j);
  return 1;
}

int finish(struct job *j) {
  if (setjmp(j->buffer) == 0)
    fail(j);
  assert(0);
}

// Nobody else knows this one.
int hidden(void) {
  jmp_buf own;
  if (setjmp(own))
    assert(0);
  other();
  return 1;
}
