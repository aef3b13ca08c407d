// RUN: %corpus %s
// EXPECT: safe --engine=cells
// EXPECT: unsafe -DBUG
// Two members get the same value, and later one of them changes.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct pair {
  unsigned x, y;
};

int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n > 0 && n <= 100000);
  struct pair *p = malloc(n * sizeof(struct pair));
  if (!p)
    return 0;
  for (int i = 0; i < n; i++)
    p[i].x = p[i].y = sooth_nondet_uint();
#ifdef BUG
  for (int i = 1; i < n; i++)
#else
  for (int i = 0; i < n; i++)
#endif
    p[i].y++;
  for (int i = 0; i < n; i++)
    assert(p[i].y == p[i].x + 1);
}
