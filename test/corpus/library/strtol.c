// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  char s[] = "12x", *end;
  s[sooth_nondet_uint() & 1] = sooth_nondet_bool() ? '7' : 'z';
  long n = strtol(s, &end, 10);
#ifdef BUG
  assert(*end == 'x');
#else
  assert((end == s) == (n == 0) && n < 100 && end <= s + 2);
#endif
}
