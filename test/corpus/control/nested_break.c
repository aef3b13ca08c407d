// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  int m[2][2], row = -1;
  for (int i = 0; i < 2; i++)
    for (int j = 0; j < 2; j++)
      m[i][j] = sooth_nondet_bool();
  for (int i = 0; i < 2 && row < 0; i++)
    for (int j = 0; j < 2; j++) {
      if (!m[i][j])
        continue;
      row = i;
      break;
    }
#ifdef BUG
  assert(row < 0 || m[row][0]);
#else
  assert(row < 0 ? !m[0][0] && !m[1][1] : m[row][0] || m[row][1]);
#endif
}
