// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// Unlike strtok, strsep finds empty parts.
#define _GNU_SOURCE
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  char s[] = "a,b";
  if (sooth_nondet_bool())
    s[0] = ',';
  int n = 0;
  char *rest = s;
  while (strsep(&rest, ","))
    n++;
#ifdef BUG
  assert(n == 2);
#else
  assert(n == 2 || n == 3);
#endif
}
