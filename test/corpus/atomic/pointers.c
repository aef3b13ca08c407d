// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A stack without locks.
#include <assert.h>
#include <sooth.h>
#include <stdatomic.h>

struct node {
  int value;
  struct node *next;
};
static _Atomic(struct node *) top;

static void push(struct node *n) {
  n->next = atomic_load(&top);
  while (!atomic_compare_exchange_weak(&top, &n->next, n))
    ;
}

static struct node *pop(void) {
  struct node *n = top;
  while (n && !atomic_compare_exchange_strong(&top, &n, n->next))
    ;
  return n;
}

int main(void) {
  struct node a = {sooth_nondet_int()}, b = {2};
  push(&a);
  push(&b);
  assert(pop() == &b);
  struct node *last = pop();
#ifdef BUG
  last = &b;
#endif
  assert(last->value == a.value && !pop());
  int two[2] = {1, 2};
  int *_Atomic p = two;
  p++;
  assert(*p == 2 && atomic_exchange(&p, two) == two + 1 && *p == 1);
}
