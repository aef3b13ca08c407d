// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// A union of a pointer and its number, into which a tag is put.
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
union u {
  uintptr_t n;
  int *p;
};
int main(void) {
  int x = 3;
  union u u;
  u.p = &x;
  if (sooth_nondet_int())
    u.n |= 1;
  int *q = (int *)(u.n & ~(uintptr_t)1);
  assert(*q == 3 && q == &x);
#ifdef BUG
  assert(u.p == &x);
#endif
}
