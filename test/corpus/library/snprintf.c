// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// TRY: 12345
#include <assert.h>
#include <sooth.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char s[4];
  int n = snprintf(s, sizeof s, "%d", sooth_nondet_int());
  if (n < 0)
    return 0;
#ifdef BUG
  assert(n < 4);
#else
  assert(strlen(s) <= 3);
#endif
}
