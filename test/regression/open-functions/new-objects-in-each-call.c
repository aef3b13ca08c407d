// In calls that show what variables hold, a function that keeps what it is given
// never gets the same object twice, nor one that it has freed: this would be the
// callers' fault. With new objects, the fifth call is wrong.
// RUN: not sooth --check=memory %s | FileCheck %s
#include <stdlib.h>

struct timer {
  struct timer *next;
  int left;
};
static struct timer *timers;
static int count;
static int slots[4];
// CHECK: {{^}}Unsafe
// CHECK-NEXT: c:[[#@LINE+8]]:18: write outside of 'slots'
// CHECK: t = [[FIRST:the caller's object A[0-9]+]]
// CHECK: call add
// CHECK-NOT: t = [[FIRST]]{{$}}
// CHECK: offset = 16, size = 16
void add(struct timer *t) {
  t->next = timers;
  timers = t;
  slots[count++] = 1;
}

struct name {
  char *text;
  int length;
};
static struct name *names[2];
// CHECK: keep: {{[0-9]+}} checks: {{[0-9]+}} proved
// CHECK-NOT: violated
void keep(struct name *n, unsigned i) {
  if (i < 2 && !names[i])
    names[i] = n;
}
// CHECK: drop: {{[0-9]+}} checks: {{[0-9]+}} proved
void drop(unsigned i) {
  if (i < 2) {
    free(names[i]);
    names[i] = NULL;
  }
}
