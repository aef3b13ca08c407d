// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>
#include <stddef.h>
struct list { struct list *next; };
struct item { int v; struct list link; long w; };
#define container_of(p, T, m) ((T *)((char *)(p) - offsetof(T, m)))
int main(void) {
  struct item a = {1, {0}, 10}, b = {2, {0}, 20}, c = {3, {0}, 30};
  struct list head = {&a.link}; a.link.next = &b.link; b.link.next = &c.link;
  int s = 0; long t = 0;
  for (struct list *l = head.next; l; l = l->next) { struct item *i = container_of(l, struct item, link); s += i->v; t += i->w; }
#ifdef BUG
  assert(s == 5);
#else
  assert(s == 6 && t == 60);
#endif
}
