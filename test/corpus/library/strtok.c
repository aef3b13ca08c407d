// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  char s[] = "a,b";
  if (sooth_nondet_bool())
    s[0] = ',';
  int n = 0;
  for (char *t = strtok(s, ","); t; t = strtok(0, ","))
    n++;
#ifdef BUG
  assert(n == 2);
#else
  assert(n == 2 || n == 1);
#endif
}
