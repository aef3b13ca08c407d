// What the file has stored in memory of others is found there; what callers
// know of its variables they may pass.
// RUN: not sooth --check=access %s | FileCheck %s
#include <assert.h>
#include <stdlib.h>

struct table { int n; };
struct item { struct table *owner; int *other; };
static struct table table;
void add(struct item *p) { p->owner = &table; }
// CHECK: :[[@LINE+1]]: owned: {{.*}}1 unknown
void owned(struct item *p) { table.n = 1; p->owner->n = 2; assert(table.n == 1); }

static int a2;
int *get2(void) { return &a2; }
// CHECK: :[[@LINE+2]]: passed: 3 checks: {{.*}}proved if{{$}}
// CHECK: needs: p and a2 do not overlap
void passed(int *p) { a2 = 1; *p = 2; assert(a2 == 1); }

int a3;
// CHECK: :[[@LINE+2]]: found: {{.*}}proved if{{$}}
// CHECK: needs: pointers that other functions stored in memory do not lead to a3
void found(struct item *p) { a3 = 1; *p->other = 2; assert(a3 == 1); }

// Nobody else knows this one.
static int a4;
// CHECK: :[[@LINE+2]]: apart: 3 checks: {{.*}}proved if{{$}}
// CHECK-NOT: overlap
void apart(int *p) { a4 = 1; *p = 2; assert(a4 == 1); }
// CHECK: functions
