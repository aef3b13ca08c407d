// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>
#include <stddef.h>

#define container_of(p, type, member) \
  ((type *)((char *)(p) - offsetof(type, member)))
struct link { struct link *next; };
struct task { int id; struct link link; char state; };
int main(void) {
  struct task a = {1}, b = {2};
  a.link.next = &b.link;
  b.link.next = &a.link;
  struct link *l = sooth_nondet_bool() ? &a.link : &b.link;
  struct task *t = container_of(l->next, struct task, link);
  t->state = 7;
#ifdef BUG
  assert(t->id == 2);
#else
  assert(t == &a ? a.state == 7 && l == &b.link : b.state == 7);
#endif
}
