// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// NATIVE: none
// A variable of the environment is set to any text, or not at all.
#include <assert.h>
#include <stdlib.h>

int main(void) {
  const char *home = getenv("HOME");
#ifndef BUG
  if (!home)
    return 0;
#endif
  assert(home != 0);
  return home[0] == '/' && home[1] == 'x';
}
