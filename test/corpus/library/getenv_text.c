// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// NATIVE: none
#include <assert.h>
#include <stdlib.h>

int main(void) {
  const char *mode = getenv("MODE");
  int level = 0;
  if (mode && mode[0] == '-')
    level = mode[1] == 'v' ? 2 : 1;
#ifdef BUG
  assert(level != 2);
#else
  assert(level <= 2);
#endif
}
