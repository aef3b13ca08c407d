// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct pool { unsigned char used[3]; int cell[3]; };
int *take(struct pool *p) {
  for (int i = 0; i < 3; i++)
    if (!p->used[i]) {
      p->used[i] = 1;
      return &p->cell[i];
    }
  return 0;
}
int main(void) {
  struct pool *p = calloc(1, sizeof *p);
  if (!p)
    return 0;
  p->used[sooth_nondet_uint() % 3] = 1;
  int *a = take(p), *b = take(p);
  assert(a && b && a != b);
  *a = 1;
  *b = 2;
#ifdef BUG
  assert(take(p));
#else
  assert(!take(p) && *a == 1);
#endif
}
