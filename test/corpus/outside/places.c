// RUN: %corpus %s
// EXPECT: unknown -DALIGNED
// EXPECT: unknown -DORDER
// EXPECT: unknown -DAGAIN
// EXPECT: unknown -DNUMBER
// EXPECT: unknown -DORDER -m32
// What depends on where objects are.
// NATIVE: none
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  int x, y;
#ifdef ALIGNED
  assert((uintptr_t)&x % 8 == 0);
#elif defined ORDER
  assert((uintptr_t)&x < (uintptr_t)&y);
#elif defined AGAIN
  int *p = malloc(4);
  if (!p)
    return 0;
  uintptr_t before = (uintptr_t)p;
  free(p);
  int *q = malloc(4);
  if (!q)
    return 0;
  assert(before != (uintptr_t)q);
#else
  assert((int *)(uintptr_t)0x123456 != &x);
#endif
}
