// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unknown -DPUSHED
// EXPECT: unsafe -DBUG
// NATIVE: none
// A character that was pushed back is read again, which is not modelled.
#include <assert.h>
#include <stdio.h>

int main(void) {
  int c = getchar();
  if (c == EOF)
    return 0;
  int back = ungetc(c, stdin);
#ifdef PUSHED
  assert(getchar() == c);
#elif defined BUG
  assert(back == c);
#else
  assert(back == c || back == EOF);
#endif
}
