// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: safe -DBUG -m32
// Where members are, under both data models.
#include <assert.h>
#include <sooth.h>
#include <stddef.h>

struct s { char c; long l; char d; double *p; };
int main(void) {
  struct s s;
  s.c = 1;
  s.l = sooth_nondet_long();
  s.d = 2;
  char *p = (char *)&s;
  assert(p[0] == 1 && p[offsetof(struct s, d)] == 2);
  assert(offsetof(struct s, d) == 2 * sizeof(long));
  assert(*(long *)(p + sizeof(long)) == s.l);
#ifdef BUG
  assert(sizeof s == 16);
#endif
}
