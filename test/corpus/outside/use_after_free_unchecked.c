// RUN: %corpus %s
// EXPECT: unknown
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int *p = malloc(sizeof *p);
  if (!p)
    return 0;
  free(p);
  int *q = malloc(sizeof *q);
  if (!q)
    return 0;
  *q = 1;
  *p = 2;
  assert(*q == 1);
}
