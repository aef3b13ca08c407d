// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  char s[3] = {sooth_nondet_char(), 'b', 0};
  size_t n = strspn(s, "ab"), m = strcspn(s, "b");
#ifdef BUG
  assert(n + m < 3);
#else
  assert((n == 2 || n == 0) && m <= 1);
#endif
}
