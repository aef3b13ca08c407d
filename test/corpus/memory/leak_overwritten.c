// RUN: %corpus %s
// EXPECT: safe --check=leak
// EXPECT: unsafe --check=leak -DBUG
// NATIVE: leak
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

static char *keep;
int main(void) {
  keep = malloc(5);
  if (sooth_nondet_bool()) {
#ifndef BUG
    free(keep);
#endif
    keep = malloc(6);
  }
  free(keep);
  keep = 0;
}
