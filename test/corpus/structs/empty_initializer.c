// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct s { char a; int b; void *p; short c[3]; };
struct s global;
int main(void) {
  struct s local = {0};
  static struct s fixed;
  assert(!local.p && !local.c[2] && !fixed.b && !global.p);
  local.c[1] = sooth_nondet_short();
#ifdef BUG
  assert(local.c[1] == fixed.c[1]);
#else
  assert(fixed.c[1] == 0);
#endif
}
