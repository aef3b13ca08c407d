// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

struct s { char a; int b; long c; } g[2];
int main(void) {
  unsigned i = sooth_nondet_uint() & 1;
  g[0].b = g[1].b = 7;
  memset(&g[i], 0, sizeof g[i]);
#ifdef BUG
  assert(g[0].b == 7);
#else
  assert(g[i].b == 0 && g[1 - i].b == 7 && g[0].c == 0);
#endif
}
