// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// NATIVE: none
#include <assert.h>
#include <sooth.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[4];
  if (!fgets(line, sizeof line, stdin))
    return 0;
  size_t n = strlen(line);
#ifdef BUG
  assert(line[n - 1] == '\n');
#else
  assert(n < 4);
#endif
}
