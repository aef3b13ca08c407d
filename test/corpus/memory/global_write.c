// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>

static int a[4];
int main(void) {
  int i = sooth_nondet_int();
#ifdef BUG
  if (i < 4)
#else
  if (i >= 0 && i < 4)
#endif
    a[i] = 1;
}
