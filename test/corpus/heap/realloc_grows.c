// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// What realloc adds has any content.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(sizeof *a);
  if (!a)
    return 0;
  *a = 3;
  int *b = realloc(a, 3 * sizeof *b);
  if (!b)
    return 0;
#ifdef BUG
  assert(b[0] == 3 && b[2] == 0);
#else
  assert(b[0] == 3);
#endif
}
