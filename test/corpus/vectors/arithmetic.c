// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

typedef int v4 __attribute__((vector_size(16)));
typedef unsigned char bytes __attribute__((vector_size(8)));

static v4 ones = {1, 1, 1, 1};

int main(void) {
  int x = sooth_nondet_int();
  v4 a = {x, 2, 3, 4}, b = a + ones;
  b <<= 1;
  assert(b[0] == 2 * (x + 1) && b[3] == 10);
  v4 greater = b > a;
#ifdef BUG
  assert(greater[0] == -1);
#endif
  assert(greater[1] == -1 && (greater[0] == -1 || greater[0] == 0));
  v4 mixed = __builtin_shufflevector(a, b, 0, 4, 3, 7);
  assert(mixed[0] == x && mixed[1] == b[0] && mixed[3] == 10);
  long long bits = (long long)(bytes){1, 2, 3, 4, 0, 0, 0, (unsigned char)x};
  assert((unsigned)bits == 0x04030201 && (bits >> 56 & 255) == (x & 255));
  bytes back = (bytes)bits;
  assert(back[2] == 3);
  assert(__builtin_reduce_add(a) == x + 9 && __builtin_reduce_max(b) >= 10);
}
