// Not all that can come about comes about in calls of what others can call with
// numbers: where other code runs in between, or writes, nothing is proved by
// these.
// RUN: split-file %s %t
// RUN: not sooth --check=memory %t/reentrant.c | FileCheck %s
// RUN: not sooth --check=memory %t/exported.c | FileCheck %s --check-prefix=EXPORTED
// RUN: not sooth --check=memory %t/given-out.c | FileCheck %s --check-prefix=ANY
// RUN: not sooth --check=memory %t/callback.c | FileCheck %s
// RUN: not sooth --check=memory %t/variadic.c | FileCheck %s
// RUN: not sooth --check=memory %t/constructor.c | FileCheck %s --check-prefix=ANY
// RUN: not sooth --check=memory %t/replaced.c | FileCheck %s
// RUN: not sooth --check=memory %t/ends.c | FileCheck %s
// RUN: not sooth --check=memory %t/thread.c | FileCheck %s
// RUN: not sooth --check=memory %t/other-name.c | FileCheck %s --check-prefix=ANY
// RUN: not sooth --check=memory %t/jump.c | FileCheck %s --check-prefix=JUMP
// CHECK: {{^}}Unknown: depends on what earlier calls have stored
// CHECK: get: 1 check: 1 unknown
// CHECK-NEXT: unknown: {{.*}}: no read outside of 'four' (16 bytes, line {{.*}}): depends on what earlier calls have stored
// ANY: get: 1 check: 1 violated
// EXPORTED: {{^}}Unsafe
// EXPORTED: at the beginning limit =
// EXPORTED: call set
// EXPORTED: call get
// JUMP: {{^}}Unsafe
// JUMP: call run
// JUMP: at = 4
// JUMP: return from run
// JUMP: call get

//--- reentrant.c
extern void hook(void);
static int at;
static int four[4];
void run(void) {
  at = 4;
  hook(); // may call get()
  at = 0;
}
int get(void) { return four[at]; }

//--- exported.c
int limit = 4;
static int at;
static int four[4];
void set(int k) {
  if (k >= 0 && k < limit)
    at = k;
}
int get(void) { return four[at]; }

//--- given-out.c
static int at;
static int four[4];
int *where(void) { return &at; }
int get(void) { return four[at]; }

//--- callback.c
typedef void (*function)(int);
static int at;
static int four[4];
static void any(int k) { at = k; }
function handler(void) { return any; }
void set(int k) {
  if (k >= 0 && k < 4)
    at = k;
}
int get(void) { return four[at]; }

//--- variadic.c
#include <stdarg.h>
static int at;
static int four[4];
void set(int n, ...) {
  va_list list;
  va_start(list, n);
  at = va_arg(list, int);
  va_end(list);
}
int get(void) { return four[at]; }

//--- constructor.c
static int at;
static int four[4];
__attribute__((constructor)) static void construct(void) { at = 4; }
int get(void) { return four[at]; }
void reset(void) { at = 0; }

//--- replaced.c
static int at;
static int four[4];
__attribute__((weak)) void hook(void) {}
void run(void) {
  at = 4;
  hook();
  at = 0;
}
int get(void) { return four[at]; }

//--- ends.c
#include <stdlib.h>
static int at;
static int four[4];
void stop(void) {
  at = 4;
  exit(1); // may call get(), as atexit() was told
}
int get(void) { return four[at]; }
void reset(void) { at = 0; }

//--- thread.c
static _Thread_local int at = 4; // of a thread that has not called start()
static int started;
static int four[4];
void start(void) {
  at = 3;
  started = 1;
}
int get(void) { return started ? four[at] : 0; }

//--- other-name.c
static int at;
extern int exported __attribute__((alias("at")));
static int four[4];
int get(void) { return four[at]; }
void reset(void) { at = 0; }

//--- jump.c
#include <setjmp.h>
static jmp_buf buffer;
static int at;
static int four[4];
int run(int jumps) {
  if (setjmp(buffer))
    return 1;
  at = 4;
  if (jumps)
    longjmp(buffer, 1);
  at = 0;
  return 0;
}
int get(void) { return four[at]; }
