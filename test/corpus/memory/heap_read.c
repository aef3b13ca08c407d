// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct s { int a, b; };
int main(void) {
#ifdef BUG
  struct s *p = calloc(1, sizeof(int));
#else
  struct s *p = calloc(1, sizeof *p);
#endif
  if (!p)
    return 0;
  int b = p->b;
  free(p);
  assert(b == 0);
}
