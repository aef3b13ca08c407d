// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

char *decimal(unsigned n, char *end) {
  *--end = 0;
  do
    *--end = '0' + n % 10;
  while (n /= 10);
  return end;
}
int main(void) {
  char buffer[4];
  unsigned char n = sooth_nondet_uchar();
  char *s = decimal(n, buffer + 4);
#ifdef BUG
  assert(s > buffer);
#else
  assert(s >= buffer && (n < 100 || s == buffer));
  assert(s[0] != '0' || n == 0);
#endif
}
