// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// Past the last row, that is past the array.
#include <assert.h>
#include <sooth.h>

int main(void) {
  int m[2][3];
  unsigned i = sooth_nondet_uint(), j = sooth_nondet_uint();
#ifdef BUG
  sooth_assume(i < 2 && j <= 3);
#else
  sooth_assume(i < 2 && j < 3);
#endif
  m[i][j] = 0;
}
