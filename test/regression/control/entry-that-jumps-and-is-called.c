// A jump may leave the function where runs start, which calls itself: where it is
// called, the jump goes on in what called it. It was not verified.
// RUN: sooth %s --check=memory --all | FileCheck %s
// CHECK: c:23:3: assertion '!state->out': holds if
// CHECK-NOT: not verified
// CHECK: throw: {{[0-9]+}} checks: {{[0-9]+}} proved if{{$}}

#include <assert.h>
#include <setjmp.h>

struct state {
  jmp_buf *out;
  struct state *main;
  int status;
};

void throw(struct state *state, int code) {
  if (state->out) {
    state->status = code;
    longjmp(*state->out, 1);
  } else if (state->main && state->main->out)
    throw(state->main, code);
  assert(!state->out);
}
