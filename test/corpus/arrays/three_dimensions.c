// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

char cube[2][2][2];
int main(void) {
  unsigned i = sooth_nondet_uint() & 1, j = sooth_nondet_uint() & 1,
           k = sooth_nondet_uint() & 1;
  cube[i][j][k] = 1;
#ifdef BUG
  assert(((char *)cube)[i + 2 * j + 4 * k] == 1);
#else
  assert(((char *)cube)[4 * i + 2 * j + k] == 1);
#endif
}
