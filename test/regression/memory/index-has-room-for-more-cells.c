// The index of a cell in one of many arrays has room for more cells than an
// array of ten has: nothing is known of these.
// RUN: sooth %s --engine=cells | FileCheck %s
// CHECK: {{^}}Safe{{$}}
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct node {
  int size, elems[10];
  struct node *next;
};
int main(void) {
  struct node *list = NULL;
  while (__VERIFIER_nondet_int()) {
    struct node *n = malloc(sizeof(*n));
    for (int i = 0; i < 10; i++)
      n->elems[i] = 0;
    n->next = list;
    list = n;
  }
  for (struct node *n = list; n != NULL; n = n->next)
    for (int i = 0; i < 10; i++)
      assert(n->elems[i] == 0);
}
