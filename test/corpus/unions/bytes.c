// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// TRY: 67305985
#include <assert.h>
#include <sooth.h>

union u { unsigned w; unsigned char b[4]; };
int main(void) {
  union u u = {.w = sooth_nondet_uint()};
  unsigned char t = u.b[0];
  u.b[0] = u.b[3];
  u.b[3] = t;
  t = u.b[1];
  u.b[1] = u.b[2];
  u.b[2] = t;
  unsigned once = u.w;
#ifdef BUG
  assert(once != 0x01020304);
#else
  assert(once == __builtin_bswap32(__builtin_bswap32(once)));
  assert((once & 255) == u.b[0]);
#endif
}
