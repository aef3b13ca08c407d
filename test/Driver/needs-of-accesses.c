// What an access depends on is told as callers would write it, if that is what
// the function was given, or what memory held when it was called.
// RUN: not sooth --check=memory,shift %s | FileCheck %s
// RUN: not sooth --check=memory --calls=followed %s | FileCheck %s --check-prefix=FOLLOWED
// RUN: not sooth --check=memory,shift --json %s | FileCheck %s --check-prefix=JSON
#include <string.h>

struct stack {
  int *all;
  unsigned long count;
};
struct record {
  int fields[4];
  int sum;
};
static const char *const names[] = {"a", "b", "c"};

// CHECK: :[[@LINE+3]]: get: 2 checks: 1 proved if, 1 open
// CHECK-NEXT: needs: b != NULL, with at least 4 bytes
// CHECK-NEXT: open unless: b[k] is valid
int get(const int *b, int k) { return b[k]; }

// CHECK: :[[@LINE+4]]: pop: 8 checks: 3 proved, 4 proved if, 1 open
// CHECK-NEXT: needs: s != NULL, with at least 16 bytes
// CHECK-NEXT: needs: pointers that other functions stored in memory are valid
// CHECK-NEXT: open unless: s->all[s->count - 1] is valid
int pop(struct stack *s) { return s->all[--s->count]; }

// What was given is another number by then.
// CHECK: :[[@LINE+2]]: stepped: 10 checks: 3 proved, 6 proved if, 1 unknown
// CHECK-NOT: is valid
int stepped(struct stack *s, unsigned n) {
  for (unsigned i = 0; i < n; ++i)
    s->count++;
  return s->all[s->count];
}

// CHECK: :[[@LINE+3]]: name: 1 check: 1 open
// CHECK-NEXT: open unless: 0 <= i < 3
// CHECK-NOT: needs:
const char *name(int i) { return names[i]; }

// An index that the program compares is for the program to keep in bounds.
// CHECK: :[[@LINE+1]]: off_by_one: 1 check: 1 violated
const char *off_by_one(unsigned i) { return i > 3 ? "?" : names[i]; }

// CHECK: :[[@LINE+3]]: field: 2 checks: 1 proved if, 1 open
// CHECK-NEXT: needs: r != NULL
// CHECK-NEXT: needs: r->fields[i] is valid
int field(const struct record *r, int i) { return r->fields[i]; }

// CHECK: :[[@LINE+4]]: cell: 1 check: 1 open
// CHECK-NEXT: open unless: 0 <= x + 1 < 4
// CHECK-NEXT: open unless: 0 <= y < 3
static short grid[3][4];
int cell(int x, int y) { return grid[y][x + 1]; }

// CHECK: :[[@LINE+5]]: copy: 4 checks: 2 proved if, 2 open
// CHECK-NEXT: needs: to != NULL
// CHECK-NEXT: needs: from != NULL
// CHECK-NEXT: open unless: to has at least n bytes
// CHECK-NEXT: open unless: from has at least n bytes
void copy(char *to, const char *from, unsigned n) { memcpy(to, from, n); }

// A negative number of bytes would become a large one.
// CHECK: :[[@LINE+6]]: copy_int: 4 checks: 2 proved if, 2 open
// CHECK-NEXT: needs: to != NULL
// CHECK-NEXT: needs: from != NULL
// CHECK-NEXT: open unless: to has at least n bytes
// CHECK-NEXT: open unless: n >= 0
// CHECK-NEXT: open unless: from has at least n bytes
void copy_int(char *to, const char *from, int n) { memcpy(to, from, n); }

// The index is as C converts it: a negative one is a large one here.
// CHECK: :[[@LINE+2]]: converted: 2 checks: 1 proved if, 1 unknown
// CHECK-NOT: is valid
int converted(const int *b, int k) { return b[(unsigned)k]; }

// As C computes it: in which type, and with what precedence.
// CHECK: widened: 2 checks: 1 proved if, 1 open
// CHECK: open unless: b[(long)x + y] is valid
int widened(const int *b, int x, int y) { return b[(long)x + y]; }
// CHECK: halved: 2 checks: 1 proved if, 1 open
// CHECK: open unless: b[(x + y) / 2] is valid
int halved(const int *b, unsigned x, long y) { return b[(x + y) / 2]; }
// An unsigned division of a sum that C does not take for unsigned.
// CHECK: rounded: 2 checks: 1 proved if, 1 unknown
int rounded(const int *b, unsigned x, long y) {
  return b[(unsigned long)(x + y) / 2];
}
// CHECK: bits: 2 checks: 1 proved if, 1 open
// CHECK: open unless: b[(x & 8191) + 1] is valid
int bits(const int *b, unsigned x) { return b[(x & 8191) + 1]; }
// CHECK: of_row: 2 checks: 1 proved if, 1 open
// CHECK: needs: m[i][j] is valid
int of_row(const int (*m)[4], int i, int j) { return m[i][j]; }
// CHECK: sum_of: 2 checks: 1 proved if, 1 open
// CHECK: open unless: r[i].sum is valid
int sum_of(const struct record *r, int i) { return r[i].sum; }
// CHECK: own: 1 check: 1 open
// CHECK-NEXT: open unless: 0 <= i < 4
static struct record own_record;
int own(int i) { return own_record.fields[i]; }
// FOLLOWED: again: 2 checks: 2 unknown
// FOLLOWED-NEXT: unknown: {{.*}}: no read through a null pointer: recursion of 'again' deeper than 1
// FOLLOWED-NEXT: unknown: {{.*}}: no read outside of what 'b' points to: recursion of 'again' deeper than 1
// CHECK: again: 4 checks: 3 proved if, 1 open
// CHECK: open unless: b[i] is valid
int again(const int *b, int i) { return b[i] + (i > 3 ? again(b, i - 1) : 0); }

// CHECK: :[[@LINE+2]]: bit: 1 check: 1 open
// CHECK-NEXT: open unless: 0 <= n < 32
unsigned bit(unsigned n) { return 1u << n; }

// JSON: "restated": true
// JSON: "bytes": 3,
// JSON-NEXT: "expressions": [
// JSON-NEXT: "i"
// JSON-NEXT: ],
// JSON-NEXT: "kind": "inRange",
// JSON-NEXT: "text": "0 <= i < 3"
