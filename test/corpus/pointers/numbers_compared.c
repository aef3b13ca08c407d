// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// Pointers that are numbers of the text, which may be those of objects.
#include <assert.h>
struct text { char *next, *end; };
static int first(struct text *t) { return t->next < t->end ? *t->next++ : -1; }
int main(void) {
  struct text t;
  t.next = t.end = (char *)0x12345;
  void *low = (void *)0x80000001, *high = (void *)0xfffff000;
#ifdef BUG
  assert(first(&t) == 0);
#else
  assert(first(&t) == -1 && low < high && low != 0);
#endif
}
