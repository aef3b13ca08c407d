// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// The string is not terminated.
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  char s[3];
  memset(s, 'x', sizeof s);
#ifndef BUG
  s[2] = 0;
#endif
  unsigned long n = strlen(s);
  sooth_assume(n > 0);
}
