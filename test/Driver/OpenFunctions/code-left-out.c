// In a large program the code of functions whose calls are summarized is left
// out. What it may write, free, keep and return still counts, however it gets
// there.
// RUN: not sooth --copied-code=0 --calls=summarized --check=memory,assert %s \
// RUN:   | FileCheck %s
#include <assert.h>
#include <errno.h>
#include <stdlib.h>
#define P(n) if (k == n) k += 3 * n + 1;
#define LARGE P(1) P(2) P(3) P(4) P(5) P(6) P(7) P(8) P(9) P(10) P(11) P(12)
struct item { struct item *next; int *data; int v; };

static int first, second, *cur = &first;
static int through_static(int k) {
  LARGE
  if (cur) *cur = k;
  return k;
}
// CHECK-DAG: :[[@LINE+1]]: t_static: {{.*}} {{[0-9]}} unknown{{$}}
int t_static(void) {
  first = 1;
  through_static(2);
  assert(first == 1);
  return 0;
}

static int move_cur(int k) {
  LARGE
  cur = k > 5 ? &second : &first;
  return k;
}
// CHECK-DAG: :[[@LINE+1]]: t_moved: {{.*}} {{[0-9]}} unknown{{$}}
int t_moved(void) {
  cur = &first;
  second = 1;
  move_cur(9);
  *cur = 7;
  assert(second == 1);
  return 0;
}

static int through_items(struct item *i, int k) {
  LARGE
  while (i) { i->v = k; i = i->next; }
  return k;
}
// CHECK-DAG: :[[@LINE+1]]: t_items: {{.*}} {{[0-9]}} unknown{{$}}
int t_items(struct item *a, struct item *b) {
  a->v = 1;
  through_items(b, 2);
  assert(a->v == 1);
  return 0;
}

static int *kept;
static int keeps(int *p, int k) {
  LARGE
  kept = p;
  return k;
}
static int writes_kept(int k) {
  LARGE
  if (kept) *kept = k;
  return k;
}
// CHECK-DAG: :[[@LINE+1]]: t_kept: {{.*}} {{[0-9]}} unknown{{$}}
int t_kept(void) {
  int l = 1;
  keeps(&l, 2);
  writes_kept(3);
  assert(l == 1);
  kept = 0;
  return 0;
}

static int *give(int k) {
  LARGE
  return k > 3 ? &first : &second;
}
// CHECK-DAG: :[[@LINE+1]]: t_result: {{.*}} {{[0-9]}} unknown{{$}}
int t_result(void) {
  first = 1;
  second = 1;
  int *p = give(9);
  *p = 2;
  assert(first == 1);
  return 0;
}

static int hidden;
static int *hide_a(int k) {
  LARGE
  return &hidden;
}
static int *hide_b(int k) {
  LARGE
  hidden++;
  return &hidden;
}
// CHECK-DAG: :[[@LINE+1]]: t_hidden: {{.*}} {{[0-9]}} unknown{{$}}
int t_hidden(void) {
  int *p = hide_a(1);
  *p = 1;
  int *q = hide_b(2);
  *q = 5;
  assert(*p == 1);
  return 0;
}

static int changed;
static void change(int *unused) { (void)unused; changed = 5; }
static int calls(void (*f)(int *), int *p, int k) {
  LARGE
  f(p);
  return k;
}
// CHECK-DAG: :[[@LINE+1]]: t_callback: {{.*}} {{[0-9]}} unknown{{$}}
int t_callback(void) {
  changed = 1;
  calls(change, 0, 3);
  assert(changed == 1);
  return 0;
}

static struct { void (*f)(int *); } ops;
static int sets(int k) {
  LARGE
  ops.f = change;
  return k;
}
// CHECK-DAG: :[[@LINE+1]]: t_set: {{.*}} {{[0-9]}} unknown{{$}}
int t_set(void) {
  changed = 1;
  sets(1);
  if (ops.f) ops.f(0);
  assert(changed == 1);
  return 0;
}

static int sets_errno(int k) {
  LARGE
  errno = k;
  return k;
}
// CHECK-DAG: :[[@LINE+1]]: t_errno: {{.*}} {{[0-9]}} unknown{{$}}
int t_errno(void) {
  errno = 0;
  sets_errno(7);
  assert(errno == 0);
  return 0;
}

static int in_table; static int *const table[] = { &in_table };
static int through_table(int k) {
  LARGE
  *table[0] = k;
  return k;
}
// CHECK-DAG: :[[@LINE+1]]: t_table: {{.*}} {{[0-9]}} unknown{{$}}
int t_table(void) {
  in_table = 1;
  through_table(2);
  assert(in_table == 1);
  return 0;
}

static int copies(struct item *a, const struct item *b, int k) {
  LARGE
  *a = *b;
  return k;
}
// CHECK-DAG: :[[@LINE+1]]: t_copied: {{.*}} {{[0-9]}} unknown{{$}}
int t_copied(struct item *b) {
  struct item l = { 0, 0, 1 };
  copies(&l, b, 1);
  assert(l.v == 1);
  return 0;
}
// CHECK-DAG: :[[@LINE+1]]: t_pointer_copied: {{.*}} {{[0-9]}} unknown{{$}}
int t_pointer_copied(struct item *b) {
  int x = 1;
  b->data = &x;
  struct item l;
  copies(&l, b, 1);
  *l.data = 3;
  assert(x == 1);
  b->data = 0;
  return 0;
}

static int untouched;
// CHECK-DAG: :[[@LINE+1]]: t_untouched: 1 check: 1 proved{{$}}
int t_untouched(void) {
  untouched = 4;
  through_static(1);
  assert(untouched == 4);
  return 0;
}
// CHECK-DAG: :[[@LINE+1]]: t_local: {{[0-9]+}} check{{s?}}: {{[0-9]+}} proved if{{$}}
int t_local(struct item *a) {
  int x = 4;
  through_items(a, 1);
  assert(x == 4);
  return 0;
}
static int recurse(int k) {
  LARGE
  if (k > 100) return 0;
  first = k;
  return recurse(k + 1);
}
// CHECK-DAG: :[[@LINE+1]]: t_recursive: {{.*}} {{[0-9]}} unknown{{$}}
int t_recursive(void) {
  first = 1;
  recurse(0);
  assert(first == 1);
  return 0;
}

// Pointers in variables may lead to these, however they are read.
struct box {
  int *in;
  int n;
};
static struct box box = {&first, 1}, *other = &box;
// CHECK-DAG: :[[@LINE+1]]: t_bytes: {{.*}} {{[0-9]}} unknown{{$}}
int t_bytes(void) {
  struct box l;
  through_static(1);
  for (unsigned i = 0; i < sizeof l; ++i)
    ((char *)&l)[i] = ((char *)&box)[i];
  first = 1;
  *l.in = 2;
  assert(first == 1);
  return 0;
}
// CHECK-DAG: :[[@LINE+1]]: t_through: {{.*}} {{[0-9]}} unknown{{$}}
int t_through(void) {
  struct box *b = other;
  through_static(1);
  first = 1;
  *b->in = 2;
  assert(first == 1);
  return 0;
}
// CHECK-DAG: :[[@LINE+1]]: t_direct: {{.*}} {{[0-9]}} unknown{{$}}
int t_direct(void) {
  through_static(1);
  first = 1;
  *box.in = 2;
  assert(first == 1);
  return 0;
}
