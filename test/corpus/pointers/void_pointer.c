// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

void set(void *p, int kind) {
  if (kind == 0)
    *(int *)p = -1;
  else
    *(char *)p = -1;
}
int main(void) {
  int i = 0;
  char c = 0;
  set(&i, 0);
  set(&c, 1);
  assert(i == -1 && c == -1);
  i = 0;
  set(&i, sooth_nondet_bool());
#ifdef BUG
  assert(i == -1);
#else
  assert(i == -1 || i == 255);
#endif
}
