// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A table that the program computes for itself.
#include <assert.h>
#include <sooth.h>

unsigned char table[16];
int main(void) {
  for (int n = 0; n < 16; n++) {
    unsigned c = n;
    for (int k = 0; k < 4; k++)
      c = c & 1 ? c >> 1 ^ 0xc : c >> 1;
    table[n] = c;
  }
  unsigned i = sooth_nondet_uint() & 15, j = sooth_nondet_uint() & 15;
#ifdef BUG
  assert((table[i] ^ table[j]) != table[5]);
#else
  assert((table[i] ^ table[j]) == table[i ^ j]);
#endif
}
