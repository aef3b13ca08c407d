// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct text { unsigned length; char data[]; };
int main(void) {
  unsigned n = sooth_nondet_uint();
  sooth_assume(n >= 1 && n <= 3);
  struct text *t = malloc(sizeof *t + n);
  if (!t)
    return 0;
  t->length = n;
  for (unsigned i = 0; i < t->length; i++)
    t->data[i] = 'a' + i;
#ifdef BUG
  assert(t->data[n - 1] != 'c');
#else
  assert(t->length == n && t->data[n - 1] == 'a' + n - 1);
#endif
  free(t);
}
