// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int m[2][3];
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 3; j++)
      m[i][j] = 10 * i + j;
  unsigned i = sooth_nondet_uint() & 1, j = sooth_nondet_uint() % 3;
  assert(m[i][j] == 10 * i + j);
  int *flat = &m[0][0];
#ifdef BUG
  assert(flat[2 * i + j] == m[i][j]);
#else
  assert(flat[3 * i + j] == m[i][j]);
#endif
}
