// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -DFILLED
#include <assert.h>
#include <sooth.h>
#include <string.h>

enum { Many = 1100 };
static int from[Many], to[Many];

int main(void) {
  from[1050] = 5;
#ifdef FILLED
  memset(&from[1], 0, (Many - 2) * sizeof *from);
  assert(from[1050] == 0);
#else
  memcpy(to, from, sizeof to);
#ifdef BUG
  assert(to[1050] == 4);
#else
  assert(to[1050] == 5 && to[1049] == 0);
#endif
#endif
}
