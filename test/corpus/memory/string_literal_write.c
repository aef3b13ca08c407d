// RUN: %corpus %s
// EXPECT: unsafe --check=memory
// NATIVE: plain
// A string literal may be in memory that cannot be written.
#include <assert.h>
#include <sooth.h>

int main(void) {
  char *s = "abc";
  if (sooth_nondet_bool())
    s[0] = 'x';
}
