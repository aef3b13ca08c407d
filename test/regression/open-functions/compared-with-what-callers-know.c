// That a pointer from callers is not the address of a variable that they know,
// is a need, too, where addresses are only compared: also of constants, of
// pointers that are found in memory and in unions, and through a copy.
// RUN: sooth --check=assert %s | FileCheck %s
#include <assert.h>
int y;
const int none = 0;
struct box {
  unsigned len;
  int items[4];
} bx;
// CHECK: :[[@LINE+2]]: given: 1 check: 1 proved if
// CHECK-NEXT: needs: p and y do not overlap
void given(int *p) { assert(p != &y); }
// CHECK: :[[@LINE+2]]: constant: 1 check: 1 proved if
// CHECK-NEXT: needs: p and none do not overlap
void constant(const int *p) { assert(p != &none); }
// CHECK: :[[@LINE+2]]: element: 1 check: 1 proved if
// CHECK-NEXT: needs: p and bx do not overlap
void element(int *p) { assert(p != bx.items + 2); }
// CHECK: :[[@LINE+2]]: chosen: 1 check: 1 proved if
// CHECK-NEXT: needs: p and y do not overlap
void chosen(int *p, int k) {
  int *q = k ? &y : 0;
  assert(p != q || !p);
}
union cell {
  long n;
  int *p;
};
struct ops {
  union cell u;
};
// CHECK: :[[@LINE+2]]: in_union: 1 check: 1 proved if
// CHECK-NEXT: needs: pointers that other functions stored in memory do not lead to bx
void in_union(struct ops *p) {
  if (p)
    assert(p->u.p != &bx.items[0]);
}
// Where the argument leads, and where what is found there does, is one kind of
// structure: both are needed.
// CHECK: :[[@LINE+6]]: found: 1 check: 1 proved if
// CHECK-NEXT: needs: p and nil do not overlap
// CHECK-NEXT: needs: pointers that other functions stored in memory do not lead to nil
struct list {
  struct list *next;
} nil;
void found(struct list *p) {
  if (p)
    assert(p->next != &nil);
}
// What no caller knows is not passed.
// CHECK: :[[@LINE+2]]: own: 1 check: 1 proved{{$}}
static int hidden;
void own(int *p) { assert(p != &hidden); }
