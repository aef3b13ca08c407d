// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: safe --check=memory -m32
// EXPECT: unsafe -DBUG --check=memory
// A text without end is none.
#include <stdio.h>

int main(void) {
  char s[2] = {'x', 'y'};
#ifdef BUG
  printf("%s\n", s);
#else
  printf("%.2s\n", s);
#endif
}
