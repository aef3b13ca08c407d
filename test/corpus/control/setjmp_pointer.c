// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// longjmp behind a pointer, buffers in structures that are linked (as in Lua).
#include <assert.h>
#include <setjmp.h>
#include <sooth.h>
#include <stddef.h>

struct Handler {
  struct Handler *previous;
  jmp_buf buffer;
  volatile int status;
};

static struct Handler *handlers;
static void (*const leave)(jmp_buf, int) = longjmp;

static void throw(int status) {
  handlers->status = status;
  leave(handlers->buffer, 1);
}

static int protected(void (*body)(int), int argument) {
  struct Handler own;
  own.status = 0;
  own.previous = handlers;
  handlers = &own;
  if (setjmp(own.buffer) == 0)
    body(argument);
  handlers = own.previous;
  return own.status;
}

static void leaf(int n) {
  if (n == 5)
    throw(2);
}

static void nested(int n) {
  int status = protected(leaf, n);
  if (status)
    throw(status + 1);
}

int main(void) {
  int n = sooth_nondet_int();
  int status = protected(nested, n);
#ifdef BUG
  assert(status == 0);
#else
  assert(status == (n == 5 ? 3 : 0));
#endif
  assert(handlers == NULL);
}
