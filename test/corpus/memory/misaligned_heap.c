// RUN: %corpus %s
// EXPECT: safe --check=alignment
// EXPECT: safe --check=memory -m32
// EXPECT: unsafe --check=alignment -DBUG
// EXPECT: unsafe --check=memory -DBUG
// A number behind a header of a length that the input gives.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  unsigned n = sooth_nondet_uint() % 8;
  char *p = malloc(12);
  if (!p)
    return 0;
#ifndef BUG
  n = (n + 3) & ~3u;
#endif
  *(int *)(p + n) = 1;
  free(p);
}
