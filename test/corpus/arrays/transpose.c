// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned char m[3][3], t[3][3];
  for (int i = 0; i < 3; i++)
    for (int j = 0; j < 3; j++) {
      m[i][j] = sooth_nondet_uchar();
      t[i][j] = m[i][j];
    }
  for (int i = 0; i < 3; i++)
#ifdef BUG
    for (int j = 0; j < 3; j++) {
#else
    for (int j = 0; j < i; j++) {
#endif
      unsigned char s = t[i][j];
      t[i][j] = t[j][i];
      t[j][i] = s;
    }
  unsigned i = sooth_nondet_uint() % 3, j = sooth_nondet_uint() % 3;
  assert(t[i][j] == m[j][i]);
}
