// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>
#include <stdint.h>
#include <stdlib.h>
struct s { char c; int i; long l; } g;
static char buf[64];
int main(void) {
  assert((uintptr_t)&g % sizeof(long) == 0); assert((uintptr_t)&g.i % 4 == 0);
  int *h = malloc(8); if (!h) return 0;
  assert(((uintptr_t)h & 7) == 0);
  char *a = (char *)(((uintptr_t)buf + 15) & ~(uintptr_t)15);
  assert(a >= buf && a < buf + 16);
#ifdef BUG
  *a = 3; assert(a[0] == 4);
#else
  a[1] = 5; assert(a[1] == 5);
#endif
  free(h);
}
