// What two members of each node have to do with each other.
// RUN: sooth %s --engine=cells | FileCheck %s
// CHECK: {{^}}Safe{{$}}
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  struct node *next;
  int first, second;
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int();
    if (a < 0 || a > 3 || b < 0 || b > 3)
      continue;
    if ((a == 0 && b == 2) || (a == 1 && b == 3) || (a == 0 && b == 3))
      continue;
    struct node *n = malloc(sizeof(*n));
    n->first = a;
    n->second = b;
    n->next = list;
    list = n;
  }
  for (struct node *n = list; n; n = n->next)
    assert(!(n->first == 1 && n->second == 3) &&
           !(n->first == 0 && n->second == 2));
}
