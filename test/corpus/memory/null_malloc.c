// RUN: %corpus %s
// EXPECT: unsafe --check=memory
// NATIVE: none
// malloc may return null.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  *p = 1;
  free(p);
}
