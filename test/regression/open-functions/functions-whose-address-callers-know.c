// A pointer that callers pass may lead to a function of the file whose address
// is taken in functions that are not called, be it passed, found where one
// leads, called without a prototype or compared with another; what that
// function does to static variables is seen. That a pointer is called does not
// mean that it was compared with null.
// RUN: not sooth %s | FileCheck %s
// CHECK: Unsafe
// CHECK: call: 1 check: 1 violated
// CHECK: unprototyped: 1 check: 1 violated
// CHECK: compared: 1 check: 1 violated
// CHECK: found: 1 check: 1 violated
// CHECK: all: 1 check: 1 proved{{$}}
// RUN: sooth --entry=called --check=memory %s | FileCheck %s --check-prefix=NULL
// NULL: Safe
// NULL: less is a function
#include <assert.h>
#include <stddef.h>

static int x;
static void set(void) { x = 1; }
void give(void (**p)(void)) { *p = set; }

void call(void (*f)(void)) {
  x = 0;
  f();
  assert(x == 0);
}
void unprototyped(void (*f)()) {
  x = 0;
  f();
  assert(x == 0);
}
static void (*const table)(void) = set;
void compared(void (*f)(void)) {
  x = 0;
  if (f == table)
    f();
  assert(x == 0);
}

typedef struct { void (*on)(int); int n; } ops;
static void first(int v) { x = v; }
static void second(int v) { x = v + 1; }
void fill(ops *o) { o->on = o->n ? first : second; }
void found(ops *o) {
  x = 0;
  o->on(5);
  assert(x != 6);
}
void all(ops *o) {
  x = 0;
  o->on(5);
  assert(x == 0 || x == 5 || x == 6);
}

static int up(const int *a, const int *b) { return *a > *b; }
int (*pick(void))(const int *, const int *) { return up; }
int called(const int *v, int (*less)(const int *, const int *)) {
  return less(v, v);
}
