// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

union u { float f; unsigned w; };
int main(void) {
  union u u = {.f = 1.0f};
  assert(u.w == 0x3f800000);
  u.w |= sooth_nondet_bool() ? 0x80000000u : 0;
#ifdef BUG
  assert(u.f > 0);
#else
  assert(u.f == 1 || u.f == -1);
#endif
}
