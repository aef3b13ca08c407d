// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  char s[3];
  for (int i = 0; i < 3; i++)
    s[i] = sooth_nondet_bool() ? 'x' : 0;
#ifndef BUG
  s[2] = 0;
#endif
  int n = 0;
  while (s[n])
    n++;
}
