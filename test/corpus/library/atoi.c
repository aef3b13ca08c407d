// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// TRY: 45 57
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  char s[3] = {sooth_nondet_char(), sooth_nondet_char(), 0};
  int n = atoi(s);
#ifdef BUG
  assert(n != -9);
#else
  assert(n >= -9 && n <= 99);
#endif
}
