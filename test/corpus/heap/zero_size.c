// RUN: %corpus %s
// EXPECT: safe
// malloc(0) and free(0) are allowed.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(0);
  free(p);
  free(0);
  p = 0;
  free(p);
  assert(p == 0);
}
