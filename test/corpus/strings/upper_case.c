// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

void upper(char *s) {
  for (; *s; s++)
#ifdef BUG
    if (*s > 'a' && *s <= 'z')
#else
    if (*s >= 'a' && *s <= 'z')
#endif
      *s -= 'a' - 'A';
}
int main(void) {
  char s[3] = {sooth_nondet_char(), sooth_nondet_char(), 0};
  upper(s);
  for (char *p = s; *p; p++)
    assert(*p < 'a' || *p > 'z');
}
