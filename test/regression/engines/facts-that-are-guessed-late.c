// A proof that needs facts that come late among the guesses.
// RUN: sooth %s --engine=cells | FileCheck %s
// CHECK: {{^}}Safe{{$}}
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct item {
  int data;
};
int main(void) {
  struct item *array[100000];
  for (int i = 0; i < 100000; i++) {
    int data = __VERIFIER_nondet_int();
    if (data < 0 || data > 10)
      abort();
    array[i] = malloc(sizeof(struct item));
    array[i]->data = data;
  }
  for (int i = 0; i < 100000; i++) {
    assert(array[i] != NULL);
    assert(array[i]->data >= 0 && array[i]->data <= 10);
  }
}
