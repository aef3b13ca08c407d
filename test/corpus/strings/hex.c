// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

static const char digits[] = "0123456789abcdef";
int value(char c) {
  for (int i = 0; digits[i]; i++)
    if (digits[i] == c)
      return i;
  return -1;
}
int main(void) {
  unsigned char x = sooth_nondet_uchar();
  char s[2] = {digits[x >> 4], digits[x & 15]};
#ifdef BUG
  assert(value(s[1]) * 16 + value(s[0]) == x);
#else
  assert(value(s[0]) * 16 + value(s[1]) == x);
#endif
}
