// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// The copy is always terminated, but for the off-by-one.
#include <assert.h>
#include <sooth.h>

void copy(char *to, const char *from, unsigned size) {
  unsigned i = 0;
#ifdef BUG
  for (; i < size && from[i]; i++)
    to[i] = from[i];
  if (i < size)
    to[i] = 0;
#else
  for (; i + 1 < size && from[i]; i++)
    to[i] = from[i];
  to[i] = 0;
#endif
}
int main(void) {
  char from[5] = "abcd", to[3] = "xy";
  from[sooth_nondet_uint() % 4] = 0;
  copy(to, from, sizeof to);
  assert(!to[0] || !to[1] || !to[2]);
}
