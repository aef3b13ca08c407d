// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32 -msse2
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32 -msse2
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  char s[] = "12.5";
  if (sooth_nondet_bool())
    s[0] = '-';
  double x = atof(s);
#ifdef BUG
  assert(x == 12.5);
#else
  assert(x == 12.5 || x == -2.5);
#endif
}
