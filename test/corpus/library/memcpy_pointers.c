// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
// Pointers survive being copied as bytes.
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  int x = 1, y = 2;
  int *from[2] = {&x, &y}, *to[2];
  memcpy(to, from, sizeof to);
  *to[sooth_nondet_bool()] = 5;
#ifdef BUG
  assert(y == 2);
#else
  assert(x + y == 7 || x + y == 6);
#endif
}
