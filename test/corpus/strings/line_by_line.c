// RUN: %corpus --timeout=300 %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// NATIVE: none
// What is read a line at a time is measured, and copied to where it fits.
#include <assert.h>
#include <stdio.h>
#include <string.h>

int main(void) {
  char line[1000], copy[1000];
  copy[0] = 0;
  while (fgets(line, sizeof line, stdin)) {
    unsigned long n = strlen(line);
    assert(n < sizeof line);
#ifdef BUG
    if (n + 1 == sizeof line)
      copy[n + 1] = 0;
#endif
    strcpy(copy, line);
  }
  return copy[0] == '#';
}
