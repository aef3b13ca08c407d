// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

int words(const char *s) {
  int n = 0, inside = 0;
  for (; *s; s++)
    if (*s == ' ')
      inside = 0;
    else if (!inside) {
      inside = 1;
      n++;
    }
  return n;
}
int main(void) {
  char s[6];
  for (int i = 0; i < 5; i++)
    s[i] = sooth_nondet_bool() ? 'x' : ' ';
  s[5] = 0;
#ifdef BUG
  assert(words(s) < 3);
#else
  assert(words(s) <= 3);
#endif
}
