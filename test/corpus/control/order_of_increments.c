// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int main(void) {
  char s[4] = "abc", t[4];
  char *p = s, *q = t;
  *q++ = *p++;
  *q = *++p;
  *++q = (*p)++;
#ifdef BUG
  assert(s[2] == 'c');
#else
  assert(t[0] == 'a' && t[1] == 'c' && t[2] == 'c' && s[2] == 'd');
#endif
}
