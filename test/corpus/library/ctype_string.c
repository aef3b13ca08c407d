// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <ctype.h>

int main(void) {
  char s[3] = {sooth_nondet_char(), sooth_nondet_char(), 0};
  for (char *p = s; *p; p++)
    *p = toupper((unsigned char)*p);
#ifdef BUG
  assert(isupper((unsigned char)s[0]));
#else
  assert(!islower((unsigned char)s[0]) && (!s[0] || !islower((unsigned char)s[1])));
#endif
}
