// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  char from[4] = {sooth_nondet_char(), sooth_nondet_char(), 0, 9}, to[4] = "xyz";
  char *r = strcpy(to, from);
  assert(r == to);
#ifdef BUG
  assert(to[2] == 0);
#else
  assert(to[0] == from[0] && strcmp(to, from) == 0 && to[3] == 0);
#endif
}
