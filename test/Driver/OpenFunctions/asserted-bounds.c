// That a number in memory is in bounds, which the program asserts and tests
// nowhere else, is left open rather than violated. So is a copy to a pointer in
// memory and a number beside it.
// RUN: not sooth --check=memory %s | FileCheck %s
#include <assert.h>
#include <string.h>

struct pool { short first, next[8]; };
// CHECK: Unsafe
// CHECK: :[[@LINE+4]]: take: {{.*}} 1 open{{$}}
// CHECK: open unless: p->first < 8 and p->first >= 0
// CHECK-NOT: violated
void set(struct pool *p, short to) { p->first = to; }
int take(struct pool *p) {
  int i = p->first;
  if (i == -1)
    return 0;
  assert(i >= 0 && i < 8);
  return 1;
}
// The program has another bound for it.
// CHECK: :[[@LINE+2]]: tested: {{.*}} 1 violated{{$}}
void count(struct pool *p, short n) { p->next[0] = n; }
int tested(struct pool *p) {
  if (p->first > 8)
    return 0;
  assert(p->first < 8);
  return 1;
}
// What is given is tested by nobody but its caller.
// CHECK: :[[@LINE+1]]: given: {{.*}} 1 violated{{$}}
void given(int i) { assert(i < 8); }
// And this is no bound.
// CHECK: :[[@LINE+1]]: equal: {{.*}} 1 violated{{$}}
void equal(struct pool *p) { assert(p->first == 3); }

struct writer { char *data; unsigned long capacity, used; };
void init(struct writer *w, char *data, unsigned long capacity, unsigned long used) {
  w->data = data;
  w->capacity = capacity;
  w->used = used;
}
// CHECK: :[[@LINE+2]]: add: {{.*}} 2 open{{$}}
// CHECK: open unless: (char *)w->data + w->used has at least n bytes
void add(struct writer *w, const char *from, unsigned long n) {
  if (n > w->capacity - w->used)
    return;
  memcpy(w->data + w->used, from, n);
}
// CHECK: functions
