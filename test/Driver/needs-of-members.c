// A number in a structure that counts what another member leads to: the program
// shows it by comparing an index with it, or by accessing so many bytes.
// RUN: not sooth --check=memory %s | FileCheck %s
// RUN: not sooth --check=memory,overflow %s | FileCheck %s --check-prefix=BOTH
#include <string.h>

struct vector {
  int *all;
  unsigned count;
  unsigned capacity;
};

// CHECK: :[[@LINE+5]]: sum: 6 checks: {{.*}}proved if{{$}}
// CHECK-NEXT: needs: v != NULL, with at least 12 bytes
// CHECK-NEXT: needs: pointers that other functions stored in memory
// CHECK-NEXT: needs: in each struct vector, all has at least count * 4 bytes
// CHECK-NOT: needs:
unsigned sum(const struct vector *v) {
  unsigned total = 0;
  for (unsigned i = 0; i < v->count; ++i)
    total += (unsigned)v->all[i];
  return total;
}

// Backwards, with a local pointer to it.
// CHECK: :[[@LINE+3]]: clear: {{.*}}proved if{{$}}
// CHECK: needs: in each struct vector, all has at least count * 4 bytes
// CHECK-NOT: unknown
void clear(struct vector *v) {
  int *all = v->all;
  for (unsigned i = v->count; i-- > 0;)
    all[i] = 0;
}

// One too many.
// CHECK: :[[@LINE+1]]: beyond: {{.*}} 1 unknown
unsigned beyond(const struct vector *v) {
  unsigned total = 0;
  for (unsigned i = 0; i <= v->count; ++i)
    total += (unsigned)v->all[i];
  return total;
}

// The number is another one by then.
// CHECK: :[[@LINE+1]]: grown: {{.*}} 1 unknown
unsigned grown(struct vector *v) {
  unsigned total = 0;
  v->count++;
  for (unsigned i = 0; i < v->count; ++i)
    total += (unsigned)v->all[i];
  return total;
}

struct list {
  int *all;
  int n;
};

struct text {
  int length;
  char *bytes;
  struct text *next;
};
// A negative number counts nothing.
// CHECK: :[[@LINE+2]]: spaces: {{.*}}proved if{{$}}
// CHECK: needs: in each struct text, bytes has at least length bytes
int spaces(const struct text *t) {
  int found = 0;
  for (; t; t = t->next)
    for (int i = 0; i < t->length; ++i)
      found |= t->bytes[i] == ' ';
  return found;
}

// Up to the least of two numbers.
// BOTH: :[[@LINE+3]]: groups: {{.*}}proved if{{$}}
// CHECK: :[[@LINE+2]]: groups: {{.*}}proved if{{$}}
// CHECK: needs: in each struct list, all has at least n * 4 bytes
int groups(const struct list *l) {
  int total = 0, from = 0;
  while (from < l->n && from < 1000000) {
    int last = from + 7;
    if (last >= l->n)
      last = l->n - 1;
    for (int i = from; i <= last; ++i)
      total ^= l->all[i];
    from = last + 1;
  }
  return total;
}
