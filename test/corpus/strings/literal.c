// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  const char *s = "hello";
  unsigned i = sooth_nondet_uint();
  sooth_assume(i < sizeof "hello");
#ifdef BUG
  assert(s[i] >= 'e');
#else
  assert(s[i] == 0 || (s[i] >= 'e' && s[i] <= 'o'));
  assert(i != 5 || !s[i]);
#endif
}
