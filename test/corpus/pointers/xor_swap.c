// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Exchange by xor fails where both pointers are the same.
#include <assert.h>
#include <sooth.h>

void swap(unsigned *a, unsigned *b) {
#ifndef BUG
  if (a == b)
    return;
#endif
  *a ^= *b;
  *b ^= *a;
  *a ^= *b;
}
int main(void) {
  unsigned a[2] = {sooth_nondet_uint(), sooth_nondet_uint()};
  unsigned i = sooth_nondet_uint() & 1, j = sooth_nondet_uint() & 1;
  unsigned x = a[i], y = a[j];
  swap(&a[i], &a[j]);
  assert(a[i] == y && a[j] == x);
}
