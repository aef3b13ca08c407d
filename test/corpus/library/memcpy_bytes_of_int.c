// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// TRY: 67305985
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  unsigned x = sooth_nondet_uint(), y = 0;
  unsigned char bytes[4];
  memcpy(bytes, &x, 4);
  for (int i = 0; i < 4; i++)
    ((unsigned char *)&y)[i] = bytes[3 - i];
#ifdef BUG
  assert(y != 0x01020304);
#else
  assert(y == __builtin_bswap32(x));
#endif
}
