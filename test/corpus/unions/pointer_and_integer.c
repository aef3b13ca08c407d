// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>
#include <stdint.h>

union u { void *p; uintptr_t n; };
int main(void) {
  int x;
  union u u;
  u.n = 0;
  assert(!u.p);
  u.p = &x;
  assert(u.n != 0 && u.p == &x);
}
