// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// EXPECT: safe -m32
#include <assert.h>
#include <sooth.h>

static const char *const names[] = {"red", "green", "blue"};
int main(void) {
  unsigned i = sooth_nondet_uint() % 3;
  const char *s = names[i];
#ifdef BUG
  assert(s[3] == 0);
#else
  assert(s[0] != 'g' || s[4] == 'n');
  assert(s[i == 1 ? 5 : 3 + i / 2] == 0);
#endif
}
