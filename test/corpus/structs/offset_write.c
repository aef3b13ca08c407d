// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stddef.h>

struct s { int a, b, c; };
static const size_t where[3] = {offsetof(struct s, a), offsetof(struct s, b),
                                offsetof(struct s, c)};
int main(void) {
  struct s s = {0, 0, 0};
  unsigned k = sooth_nondet_uint() % 3;
  *(int *)((char *)&s + where[k]) = k + 1;
#ifdef BUG
  assert(s.c == 0);
#else
  assert(s.a + s.b + s.c == k + 1);
#endif
}
