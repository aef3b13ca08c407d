// RUN: %corpus %s
// EXPECT: safe --check=memory
// EXPECT: unsafe --check=memory -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct pair { int *a, *b; };
int main(void) {
  struct pair p = {malloc(4), malloc(4)};
#ifdef BUG
  if (sooth_nondet_bool())
    p.b = p.a;
#endif
  free(p.a);
  free(p.b);
}
