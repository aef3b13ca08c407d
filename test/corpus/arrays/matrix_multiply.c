// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A permutation matrix times its transpose is the identity.
#include <assert.h>
#include <sooth.h>

typedef int matrix[2][2];
void multiply(matrix a, matrix b, matrix c) {
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++) {
      c[i][j] = 0;
      for (int k = 0; k < 2; k++)
        c[i][j] += a[i][k] * b[k][j];
    }
}
int main(void) {
  int x = sooth_nondet_bool();
#ifdef BUG
  int y = sooth_nondet_bool();
#else
  int y = x;
#endif
  matrix a = {{x, !x}, {!x, x}}, t = {{y, !y}, {!y, y}}, c;
  multiply(a, t, c);
  assert(c[0][0] == 1 && c[0][1] == 0 && c[1][0] == 0 && c[1][1] == 1);
}
