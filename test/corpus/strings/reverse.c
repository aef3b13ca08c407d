// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

void reverse(char *s) {
  char *e = s;
  while (*e)
    e++;
#ifdef BUG
  if (e == s)
    return;
  for (; s < e; s++, e--) {
#else
  for (e = e == s ? s : e - 1; s < e; s++, e--) {
#endif
    char t = *s;
    *s = *e;
    *e = t;
  }
}
int main(void) {
  char s[] = "abc";
  if (sooth_nondet_bool())
    s[2] = 0;
  int n = s[2] ? 3 : 2;
  reverse(s);
  assert(s[n - 1] == 'a' && s[0] == (n == 3 ? 'c' : 'b'));
}
