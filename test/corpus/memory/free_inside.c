// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
// Only what malloc returned may be freed, not what lies inside.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

int main(void) {
  char *p = malloc(3), *q = p;
  if (!p)
    return 0;
  *q++ = 'a';
  *q++ = 'b';
#ifdef BUG
  free(q);
#else
  free(p);
#endif
}
