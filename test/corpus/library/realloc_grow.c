// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  unsigned char *p = malloc(2);
  if (!p)
    return 0;
  p[0] = 1;
  p[1] = sooth_nondet_uchar();
  unsigned char last = p[1];
  unsigned n = sooth_nondet_uint() % 4 + 1;
  unsigned char *q = realloc(p, n);
  if (!q)
    return 0;
#ifdef BUG
  if (n > 1)
    assert(q[1] != 3);
#else
  assert(q[0] == 1 && (n == 1 || q[1] == last));
#endif
  free(q);
}
