// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// All of a large array is filled, of which some elements are copied from another.
#include <assert.h>
#include <string.h>

enum { Many = 1100 };
static int from[Many], to[Many];

int main(void) {
  for (int i = 0; i < Many; i++)
    from[i] = to[i] = i;
  memset(to, 0, sizeof to);
  memcpy(to, from, 300 * sizeof *from);
  for (int i = 0; i < Many; i++)
#ifdef BUG
    assert(to[i] == 0);
#else
    assert(to[i] == (i < 300 ? i : 0));
#endif
}
