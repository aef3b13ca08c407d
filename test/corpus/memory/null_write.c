// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>

struct s { int a, b; };
int main(void) {
  struct s x, *p = 0;
  if (sooth_nondet_bool())
    p = &x;
#ifdef BUG
  p->b = 1;
#else
  if (p)
    p->b = 1;
#endif
}
