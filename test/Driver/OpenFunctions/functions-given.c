// What is called and comes from callers is a function, or that is needed.
// RUN: sooth --check=memory %s | FileCheck %s
typedef int (*function)(int);
struct operations { function first; };
union cell { long number; function first; };

// CHECK: functions-given.c:[[#@LINE+1]]: given: 2 checks: 2 proved if
int given(function f) { return f(1); }
// CHECK-NEXT: needs: f is a function

// CHECK: functions-given.c:[[#@LINE+1]]: tested: 2 checks: 1 proved, 1 proved if
int tested(function f) { return f ? f(1) : 0; }
// CHECK-NEXT: needs: f is NULL or a function

// CHECK: functions-given.c:[[#@LINE+1]]: found: 4 checks: 4 proved if
int found(struct operations *o) { return o->first(1); }

// CHECK: functions-given.c:[[#@LINE+1]]: in_union: 6 checks: 4 proved, 2 proved if
int in_union(union cell *c) { return c && c->first ? c->first(1) : 0; }

static int twice(int n) { return 2 * n; }
int right(void) { return given(twice) + tested(0); }
// CHECK: 6 functions, 14 checks: 5 proved, 9 proved if
