// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  char s[4] = {1, 2, 3, 4};
  unsigned n = sooth_nondet_uint();
  sooth_assume(n >= 1 && n <= 4);
  for (char *p = s, *q = s + n - 1; p < q; p++, q--) {
    char t = *p;
    *p = *q;
    *q = t;
  }
#ifdef BUG
  assert(s[3] != 1);
#else
  assert(s[0] == n && s[n - 1] == 1);
#endif
}
