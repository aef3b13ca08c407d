// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: safe --check=memory -m32
// EXPECT: unsafe -DBUG --check=memory
// A width leaves room for the 0.
#include <stdio.h>

int main(void) {
  char word[4];
#ifdef BUG
  sscanf("long words", "%4s", word);
#else
  sscanf("long words", "%3s", word);
#endif
  return 0;
}
