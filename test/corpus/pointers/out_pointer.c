// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A pointer is handed out through a pointer.
#include <assert.h>
#include <sooth.h>

static int slots[3];
int find(unsigned k, int **slot) {
  if (k >= 3)
    return 0;
  *slot = &slots[k];
  return 1;
}
int main(void) {
  int *p = 0;
  unsigned k = sooth_nondet_uint();
  if (find(k, &p))
    *p = 1;
#ifdef BUG
  assert(slots[0] + slots[1] + slots[2] == 1);
#else
  assert(slots[0] + slots[1] + slots[2] == (k < 3));
  assert(!p == (k >= 3));
#endif
}
