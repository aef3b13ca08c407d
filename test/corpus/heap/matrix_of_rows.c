// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int **m = malloc(2 * sizeof *m);
  if (!m)
    return 0;
  for (int i = 0; i < 2; i++) {
    m[i] = malloc(2 * sizeof **m);
    if (!m[i])
      return 0;
    for (int j = 0; j < 2; j++)
      m[i][j] = 2 * i + j;
  }
  unsigned i = sooth_nondet_uint() & 1, j = sooth_nondet_uint() & 1;
#ifdef BUG
  assert(m[i][j] < 3);
#else
  assert(m[i][j] == 2 * i + j);
#endif
}
