// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
// NATIVE: none
// Where nothing more is read, it is the end or an error.
#include <assert.h>
#include <stdio.h>

int main(void) {
  assert(!feof(stdin));
  int c = getchar();
  if (c != EOF)
    return 0;
#ifdef BUG
  assert(feof(stdin));
#else
  assert(feof(stdin) || ferror(stdin));
  if (feof(stdin))
    assert(getchar() == EOF);
#endif
}
