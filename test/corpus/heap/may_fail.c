// RUN: %corpus %s
// EXPECT: safe
// NATIVE: none
// malloc may return null; natively it seldom does.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(10);
  if (p) {
    p[9] = 1;
    assert(p[9] == 1);
    free(p);
  }
}
