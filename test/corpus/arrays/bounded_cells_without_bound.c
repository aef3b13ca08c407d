// RUN: %corpus %s
// EXPECT: safe --check=access
// EXPECT: unsafe -DBUG --check=access
// Cells of an array that are in range are indices of a table.
#include <sooth.h>

unsigned char a[2000];
int table[8];

int main(void) {
  unsigned n = sooth_nondet_uint();
  sooth_assume(n <= 2000);
  for (unsigned i = 0; i < n; i++) {
    unsigned char x = sooth_nondet_uchar();
#ifdef BUG
    a[i] = x > 8 ? 0 : x;
#else
    a[i] = x >= 8 ? 0 : x;
#endif
  }
  int s = 0;
  for (unsigned i = 0; i < n; i++)
    s ^= table[a[i]];
  return s;
}
