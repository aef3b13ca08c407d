// RUN: %corpus %s
// EXPECT: safe --check=access
// EXPECT: safe --check=access -m32
// EXPECT: unsafe -DBUG --check=access
// The text has just as much room as it needs.
#define _GNU_SOURCE
#include <assert.h>
#include <sooth.h>
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  char *s;
  int n = asprintf(&s, "<%d>", sooth_nondet_bool());
  if (n < 0)
    return 1;
  assert(s[0] == '<' && s[2] == '>' && s[3] == 0);
#ifdef BUG
  s[4] = 0;
#endif
  free(s);
  return 0;
}
