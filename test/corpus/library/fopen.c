// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// NATIVE: none
#include <assert.h>
#include <sooth.h>
#include <stdio.h>

int main(void) {
  FILE *f = fopen("numbers", "r");
#ifndef BUG
  if (!f)
    return 1;
#endif
  assert(f != NULL);
  int c, n = 0;
  while (n < 3 && (c = fgetc(f)) != EOF)
    n++;
  assert(n == 3 || feof(f) || ferror(f));
  return fclose(f) == 0;
}
