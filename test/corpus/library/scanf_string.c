// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// EXPECT: unsafe --check=memory -DBUG -m32
// NATIVE: none
// A string without width runs over.
#include <stdio.h>

int main(void) {
  char s[4];
#ifdef BUG
  return scanf("%s", s);
#else
  return scanf("%3s", s);
#endif
}
