// A pointer that may lead to each of several members of a structure does not
// make numbers of its other members, and one that walks may go on.
// RUN: sooth --emit=regions %s | FileCheck %s --check-prefix=REGIONS
// RUN: sooth --emit=regions -DWALK %s | FileCheck %s --check-prefix=WALK
// RUN: sooth %s | FileCheck %s
// RUN: sooth -DWALK %s | FileCheck %s
// REGIONS: pointers of 8 bytes at 8 + 8k (2)
// WALK: {{^}}region s: integers of 4 bytes at 0 + 4k{{$}}
// CHECK: {{^}}Safe{{$}}
#include <assert.h>
unsigned __VERIFIER_nondet_uint(void);

struct node {
  int key;
  struct node *left, *right;
};

int main(void) {
#ifndef WALK
  struct node a = {1, 0, 0}, b = {2, 0, 0}, *root = &a;
  struct node **link = &root;
  while (*link)
    link = __VERIFIER_nondet_uint() ? &(*link)->left : &(*link)->right;
  *link = &b;
  assert(a.key == 1 && (a.left == &b) != (a.right == &b));
#else
  struct { int a, b, c, d; } s = {1, 2, 3, 4};
  int *p = __VERIFIER_nondet_uint() ? &s.a : &s.b;
  for (unsigned i = __VERIFIER_nondet_uint() % 3; i > 0; i--)
    p++;
  assert(*p >= 1 && *p <= 4);
#endif
}
