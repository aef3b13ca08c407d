// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct list { struct list *next; };
int length(const struct list *l) { return l ? 1 + length(l->next) : 0; }
int main(void) {
  struct list cells[3];
  struct list *l = 0;
  int n = sooth_nondet_int();
  sooth_assume(n >= 0 && n <= 3);
  for (int i = 0; i < n; i++) {
    cells[i].next = l;
    l = &cells[i];
  }
#ifdef BUG
  assert(length(l) < 3);
#else
  assert(length(l) == n);
#endif
}
