// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

void copy(char *to, const char *from) {
#ifdef BUG
  while (*from)
    *to++ = *from++;
#else
  while ((*to++ = *from++))
    ;
#endif
}
int main(void) {
  char a[4] = {sooth_nondet_char(), sooth_nondet_char(), 'c', 0};
  char b[4] = {1, 1, 1, 1};
  copy(b, a);
  assert(b[0] == a[0]);
  assert(!a[0] || b[1] == a[1]);
  assert(!a[0] || !a[1] || b[3] == 0);
}
