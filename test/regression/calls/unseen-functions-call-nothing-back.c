// A function that is only declared calls back no function that it was not given
// a pointer to, or a pointer to memory in which one may be.
// RUN: sooth %s | FileCheck %s
// RUN: sooth -DSMALL %s | FileCheck %s
// RUN: not sooth -DFAILS %s | FileCheck %s --check-prefix=UNSAFE
// RUN: not sooth -DGIVEN %s | FileCheck %s --check-prefix=BACK
// RUN: not sooth -DLOCAL %s | FileCheck %s --check-prefix=BACK
// RUN: not sooth -DNUMBER %s | FileCheck %s --check-prefix=BACK
// RUN: not sooth -DSHARED %s | FileCheck %s --check-prefix=BACK
// CHECK: {{^}}Safe{{$}}
// UNSAFE: {{^}}Unsafe{{$}}
// BACK: {{^}}Unknown: unsupported: {{.*}}may {{call back|reach}} '
extern void __VERIFIER_error(); // called with a type that is not its own
int nondet_int();
void look(const char *, int *);
void take(void *);
void take_number(unsigned long);
#ifdef SHARED
extern void (*shared)(void);
#endif

static void check(void) { __VERIFIER_error(1); }
struct handler {
  int number;
  void (*handle)(void);
} handler = {1, check};

int main(void) {
  int x = nondet_int(), small = 1;
#ifdef SMALL
  look("text", &small);
#elif defined(GIVEN)
  take(&handler);
  nondet_int();
#elif defined(LOCAL)
  struct handler local = handler;
  take(&local);
#elif defined(NUMBER)
  take_number((unsigned long)&handler);
#elif defined(SHARED)
  shared = check;
  nondet_int();
#endif
  if (x == 3)
    handler.handle = 0; // so that it is memory
#ifdef FAILS
  if (x == 4)
    __VERIFIER_error(2);
#endif
  if (x < 3 && x > 3)
    __VERIFIER_error(3);
  if (x < 3 && x > 4 && handler.handle)
    __VERIFIER_error(4);
}
