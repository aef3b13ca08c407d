// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(1);
  if (sooth_nondet_bool()) {
    free(p);
#ifndef BUG
    p = 0;
#endif
  }
  free(p);
}
