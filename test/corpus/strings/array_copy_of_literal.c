// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  char a[] = "abc", b[] = "abc", c[3] = "abc", d[6] = "abc";
  assert(sizeof a == 4 && a != b && c[2] == 'c' && d[5] == 0);
  a[sooth_nondet_uint() % 3] = 'x';
#ifdef BUG
  assert(a[0] == b[0]);
#else
  assert(b[0] == 'a' && b[1] == 'b' && a[3] == 0);
#endif
}
