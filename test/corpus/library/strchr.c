// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <string.h>

int main(void) {
  char s[] = "k=v=";
  char *p = sooth_nondet_bool() ? strchr(s, '=') : strrchr(s, '=');
  *p = 0;
#ifdef BUG
  assert(strlen(s) == 1);
#else
  assert(strlen(s) == 1 || p == s + 3);
  assert(strchr(s, 0) == p);
#endif
}
