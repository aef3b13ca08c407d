// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: safe --check=memory -m32
// EXPECT: unsafe -DBUG --check=memory
// NATIVE: none
// A file that could not be opened is none to read from.
#include <stdio.h>

int main(void) {
  char line[8];
  FILE *f = fopen("numbers", "r");
#ifndef BUG
  if (!f)
    return 1;
#endif
  fgets(line, sizeof line, f);
  fclose(f);
  return 0;
}
