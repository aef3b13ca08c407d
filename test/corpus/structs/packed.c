// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct __attribute__((packed)) p { char c; int i; short s; };
int main(void) {
  struct p a[2] = {{1, 2, 3}, {4, 5, 6}};
  assert(sizeof a == 14);
  unsigned k = sooth_nondet_uint() & 1;
  a[k].i = -1;
  unsigned char *bytes = (unsigned char *)a;
#ifdef BUG
  assert(bytes[1] == 2);
#else
  assert(bytes[7 * k + 1] == 255 && bytes[7 * k + 4] == 255 && a[k].c == 1 + 3 * k);
#endif
}
