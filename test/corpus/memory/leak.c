// RUN: %corpus %s
// EXPECT: safe --check=leak
// EXPECT: unsafe --check=leak -DBUG
// NATIVE: leak
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(1);
#ifdef BUG
  if (sooth_nondet_bool())
#endif
    free(p);
  p = 0;
}
