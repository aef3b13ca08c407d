// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

static const short table[5] = {2, 4, 6, 8, 10};
static int compare(const void *a, const void *b) {
  return *(const short *)a - *(const short *)b;
}
int main(void) {
  short key = sooth_nondet_short();
  const short *p = bsearch(&key, table, 5, sizeof *table, compare);
#ifdef BUG
  assert(!p || p - table != 3);
#else
  assert(p ? *p == key : key < 2 || key > 10 || key % 2);
#endif
}
