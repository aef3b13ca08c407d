// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Each round allocates anew; the old object stays what it was.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int *keep = 0;
  for (int i = 0; i < 3; i++) {
    int *p = malloc(sizeof *p);
    if (!p)
      return 0;
    *p = i;
    if (!keep && sooth_nondet_bool())
      keep = p;
    else
      assert(p != keep);
  }
#ifdef BUG
  assert(!keep || *keep == 0);
#else
  assert(!keep || (*keep >= 0 && *keep < 3));
#endif
}
