// Members that all functions of a file keep in bounds are in them in memory that
// callers pass, too: that is told where it is needed, and no violation depends on
// anything else.
// RUN: not sooth --check=memory,overflow,bounds %s | FileCheck %s
// RUN: sooth --check=memory,overflow,bounds --environment=valid \
// RUN:   --entry=check_ring %s | FileCheck %s --check-prefix=VALID
// RUN: not sooth --check=memory,overflow,bounds --environment=any \
// RUN:   --entry=check_ring %s | FileCheck %s --check-prefix=ANY
// RUN: sooth --check=memory,overflow,bounds --entry=check_ring %s \
// RUN:   | FileCheck %s --check-prefix=ENTRY
// RUN: not sooth --check=memory,overflow,bounds --json %s \
// RUN:   | FileCheck %s --check-prefix=JSON
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

// VALID: {{^}}Safe
// ANY: {{^}}Unsafe
// ENTRY: {{^}}Safe
// ENTRY: keeps: in each struct ring, 0 <= head < 16
// JSON-DAG: "text": "in each struct ring, 0 <= head < 16"
// JSON-DAG: "kind": "keptMembers"
// CHECK: {{^}}Unknown
struct ring { uint8_t bytes[16]; unsigned head; short first; short next[4]; };
// CHECK: :[[@LINE+2]]: init_ring: {{.*}}proved if{{$}}
// CHECK-NOT: keeps
void init_ring(struct ring *r) {
  memset(r, 0, sizeof *r);
  r->first = -1;
}
// CHECK: :[[@LINE+2]]: put: {{.*}}proved if{{$}}
// CHECK: keeps: in each struct ring, 0 <= head < 16
void put(struct ring *r, uint8_t b) {
  r->bytes[r->head] = b;
  r->head = (r->head + 1) % 16;
}
void count(struct ring *r) {
  if (r->first < 7)
    r->first++;
}
// An index of an array is in bounds where the array was accessed, which this
// function leaves open.
// CHECK: :[[@LINE+1]]: link: {{.*}} open
void link(struct ring *r, unsigned i, short to) {
  r->next[i] = 3;
  r->next[0] = (short)i;
}
// CHECK: :[[@LINE+4]]: check_ring: {{.*}}proved if{{$}}
// CHECK-DAG: keeps: in each struct ring, 0 <= head < 16
// CHECK-DAG: keeps: in each struct ring, -1 <= first < 8
// CHECK-DAG: keeps: in each struct ring, 0 <= next[i] < 4
void check_ring(const struct ring *r, unsigned i) {
  assert(r->head < 16);
  assert(r->first >= -1 && r->first <= 7);
  if (i < 4)
    assert(r->next[i] < 4);
}

// Variables of the file whose address others know.
static struct ring own;
struct ring *get_own(void) { return &own; }
// CHECK: :[[@LINE+2]]: check_own: {{.*}}proved if{{$}}
// CHECK: keeps: in each struct ring, 0 <= head < 16
void check_own(void) { assert(own.head < 16); }

// What is allocated and set is one. A name for a structure without one.
typedef struct { unsigned kind, size; } item;
static void set(item *it) { it->kind = it->size = 1; }
item *make(void) {
  item *it = malloc(sizeof *it);
  if (!it)
    return NULL;
  set(it);
  return it;
}
void turn(item *it) { it->kind = (it->kind + 1) % 4; }
// CHECK: :[[@LINE+2]]: kind_of: {{.*}}proved if{{$}}
// CHECK: keeps: in each item, 0 <= kind < 4
void kind_of(const item *it) { assert(it->kind < 4); }

// Code that is not shown keeps it, too.
void use(item *it);
// CHECK: :[[@LINE+2]]: after_use: {{.*}}proved if{{$}}
// CHECK: keeps: in each item, 0 <= kind < 4
void after_use(item *it) {
  use(it);
  assert(it->kind < 4);
}

// Structures in others, copies of them, and pointers to pointers.
struct pair { item a, b; };
void swap(struct pair *p) {
  item first = p->a;
  p->a = p->b;
  p->b = first;
}
void swap_them(item **a, item **b) {
  item *first = *a;
  *a = *b;
  *b = first;
}
// CHECK: :[[@LINE+2]]: in_pair: {{.*}}proved if{{$}}
// CHECK: keeps: in each item, 0 <= kind < 4
void in_pair(const struct pair *p) { assert(p->b.kind < 4); }

// What `void *` is used as that callers pass.
void turn_any(void *it) { turn(it); }

enum state { IDLE, RUNS, DONE };
struct task { enum state is; };
static struct task tasks[2];
struct task *task(unsigned i) { return &tasks[i % 2]; }
void next(struct task *t) {
  switch (t->is) {
  case IDLE:
    t->is = RUNS;
    break;
  default:
    t->is = DONE;
  }
}
// CHECK: :[[@LINE+2]]: name: {{.*}}proved if{{$}}
// CHECK: keeps: in each struct task, 0 <= is < 3
const char *name(const struct task *t) {
  static const char *const names[] = {"idle", "runs", "done"};
  return names[t->is];
}

// What is only read is what others write, and what is known without that needs
// nothing.
struct options { unsigned level; };
static struct options defaults = {2};
const struct options *get_defaults(void) { return &defaults; }
// CHECK: :[[@LINE+2]]: level: {{.*}}proved if{{$}}
// CHECK-NOT: keeps
int level(const struct options *o) { return o->level < 3; }
// CHECK: functions
