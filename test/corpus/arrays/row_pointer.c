// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A pointer to a row of a matrix.
#include <assert.h>
#include <sooth.h>

void clear(int (*row)[3]) {
  for (int j = 0; j < 3; j++)
    (*row)[j] = 0;
}
int main(void) {
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  unsigned i = sooth_nondet_uint() & 1;
  clear(&m[i]);
  assert(m[i][2] == 0);
#ifdef BUG
  assert(m[0][0] == 1);
#else
  assert(m[0][0] + m[1][0] == (i ? 1 : 4));
#endif
}
