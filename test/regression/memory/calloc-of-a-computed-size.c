// RUN: sooth --check=access,assert --engine=run,kind %s | FileCheck %s
// CHECK: {{^}}Safe{{$}}
// Memory of a size that is computed is zero, and other memory that the program
// treats alike stays as it is. All of it was unknown.
#include <assert.h>
#include <stdlib.h>
unsigned __VERIFIER_nondet_uint(void);
struct list {
  struct list *next;
  unsigned id;
};
static struct list *make(unsigned count) {
  struct list *all = calloc(count, sizeof *all);
  if (!all)
    abort();
  return all;
}
int main(void) {
  struct list *first = malloc(sizeof *first), *some;
  if (!first)
    return 1;
  first->next = first;
  first->id = 7;
  for (unsigned i = 0; i < 2; ++i) {
    some = make(1 + __VERIFIER_nondet_uint() % 2);
    some->next = first->next;
    first->next = some;
  }
  assert(first->id == 7 && some->id == 0 && first->next->next->id == 0);
  return 0;
}
