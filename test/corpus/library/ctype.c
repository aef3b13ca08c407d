// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <ctype.h>

int main(void) {
  unsigned char c = sooth_nondet_uchar();
  assert(!isalpha(c) || !isdigit(c));
  assert(!isalnum(c) == !(isalpha(c) || isdigit(c)));
  assert(isprint(c) || !isgraph(c));
  assert(!isspace(c) || !isgraph(c));
#ifdef BUG
  assert(toupper(c) == c);
#else
  assert(toupper(tolower(c)) == toupper(c));
#endif
}
