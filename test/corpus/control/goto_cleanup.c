// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

static int live;
static char *get(void) {
  char *p = malloc(1);
  live += !!p;
  return p;
}
static void put(char *p) {
  live--;
  free(p);
}
int main(void) {
  char *a = get();
  if (!a)
    goto out;
  char *b = get();
  if (!b)
    goto free_a;
#ifdef BUG
  if (sooth_nondet_bool())
    goto free_a;
#endif
  put(b);
free_a:
  put(a);
out:
  assert(live == 0);
}
