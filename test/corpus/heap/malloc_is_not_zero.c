// RUN: %corpus %s
// EXPECT: unsafe
// What malloc returns has any content.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  unsigned char *p = malloc(2);
  if (p)
    assert(p[1] == 0);
}
