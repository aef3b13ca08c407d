// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Bytes of an int, little-endian as x86 is.
#include <assert.h>
#include <sooth.h>

int main(void) {
  unsigned x = sooth_nondet_uint();
  unsigned char *p = (unsigned char *)&x;
  unsigned back = p[0] | p[1] << 8 | p[2] << 16 | (unsigned)p[3] << 24;
  assert(back == x);
#ifdef BUG
  assert(p[0] == x >> 24);
#else
  assert(p[0] == (x & 255) && p[3] == x >> 24);
#endif
}
