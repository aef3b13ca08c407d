// What the file itself stores in its variables is there when a function is
// called: nothing is proved that some order of calls refutes.
// RUN: not sooth --check=access --calls=summarized %s | FileCheck %s
#include <assert.h>
#include <string.h>

static int a1;
static int *p1;
void init1(void) { p1 = &a1; }
// CHECK: :[[@LINE+1]]: stored: {{.*}}1 unknown
void stored(void) { a1 = 1; if (p1) { *p1 = 2; assert(a1 == 1); } }

struct self { struct self *self; int v; };
static struct self s2;
void init2(void) { s2.self = &s2; }
// CHECK: :[[@LINE+1]]: in_itself: {{.*}}1 unknown
void in_itself(void) { s2.v = 1; if (s2.self) { s2.self->v = 2; assert(s2.v == 1); } }

static int a3;
static int *p3;
static void put3(int **to, int *what) { *to = what; }
void init3(void) { put3(&p3, &a3); }
// CHECK: :[[@LINE+1]]: by_a_callee: {{.*}}1 unknown
void by_a_callee(void) { a3 = 1; if (p3) { *p3 = 2; assert(a3 == 1); } }

struct pair { int *p; int k; };
static int a4;
static struct pair s4, from4;
void init4(void) { from4.p = &a4; }
void copy4(void) { memcpy(&s4, &from4, sizeof s4); }
// CHECK: :[[@LINE+1]]: copied: {{.*}}1 unknown
void copied(void) { a4 = 1; if (s4.p) { *s4.p = 2; assert(a4 == 1); } }

static int a5;
static union { int *p; long l; } u5;
void init5(void) { u5.p = &a5; }
// CHECK: :[[@LINE+1]]: in_a_union: {{.*}}1 unknown
void in_a_union(void) { a5 = 1; if (u5.p) { *u5.p = 2; assert(a5 == 1); } }

static int a6, *p6, **at6 = &p6;
void init6(void) { *at6 = &a6; }
// CHECK: :[[@LINE+1]]: through_a_pointer: {{.*}}1 unknown
void through_a_pointer(void) { a6 = 1; if (p6) { *p6 = 2; assert(a6 == 1); } }

// What callers store is not the file's own.
static int a7, b7;
static int *p7 = &b7;
void set7(int *q) { if (q) p7 = q; }
// CHECK: :[[@LINE+1]]: of_callers: 3 checks: {{([0-9]+ proved, )?}}{{[0-9]+}} proved if{{$}}
void of_callers(void) { a7 = 1; *p7 = 2; assert(a7 == 1); }

// Nor is it what nobody stores there.
static int a8, b8;
static int *p8 = &a8;
void set8(void) { p8 = &b8; }
// CHECK: :[[@LINE+1]]: one_of_two: 3 checks: 3 proved{{$}}
void one_of_two(void) { *p8 = 1; assert(p8 == &a8 || p8 == &b8); }
