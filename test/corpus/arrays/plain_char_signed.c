// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// char is signed on x86.
#include <assert.h>
#include <sooth.h>

int main(void) {
  char s[] = "\xff";
  assert(s[0] == -1);
  int c = s[0];
#ifdef BUG
  assert(c == 255);
#else
  assert((unsigned char)c == 255);
#endif
}
