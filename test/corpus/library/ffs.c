// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// TRY: 8 -8
#include <assert.h>
#include <sooth.h>
#include <strings.h>

int main(void) {
  int x = sooth_nondet_int();
  int bit = ffs(x);
#ifdef BUG
  assert(bit != 4);
#else
  assert(bit >= 0 && bit <= 32);
  assert(bit == 0 ? x == 0 : x >> (bit - 1) & 1);
#endif
}
