// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// TRY: 45 53
#include <assert.h>
#include <sooth.h>

int number(const char *s) {
  int n = 0, sign = 1;
  if (*s == '-') {
    sign = -1;
    s++;
  }
  for (; *s >= '0' && *s <= '9'; s++)
    n = 10 * n + (*s - '0');
  return sign * n;
}
int main(void) {
  char s[4] = {sooth_nondet_char(), sooth_nondet_char(), sooth_nondet_char(), 0};
  int n = number(s);
#ifdef BUG
  assert(n != -5);
#else
  assert(n >= -99 && n <= 999);
#endif
}
