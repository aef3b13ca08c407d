// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// What sscanf assigns is what the text has.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  int x = 1, y = 2, at = 0;
  char unit[4] = "?";
  int n = sscanf("12, -7px;", "%d,%i%3[a-z]%n", &x, &y, unit, &at);
#ifdef BUG
  assert(y == 7);
#else
  assert(n == 3);
  assert(x == 12 && y == -7);
  assert(!strcmp(unit, "px"));
  assert(at == 8);
#endif
}
