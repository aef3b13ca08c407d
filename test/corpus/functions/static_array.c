// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// A function returns one buffer each time.
#include <assert.h>
#include <sooth.h>

char *letter(char c) {
  static char buffer[2];
  buffer[0] = c;
  return buffer;
}
int main(void) {
  char *a = letter('a'), *b = letter('b');
  assert(a == b);
#ifdef BUG
  assert(a[0] == 'a');
#else
  assert(a[0] == 'b' && a[1] == 0);
#endif
}
