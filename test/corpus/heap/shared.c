// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Reference counting.
#include <assert.h>
#include <sooth.h>
#include <stdlib.h>

struct object { int references, alive; };
static int freed;
void release(struct object *o) {
  if (--o->references == 0) {
    freed++;
    free(o);
  }
}
int main(void) {
  struct object *a = malloc(sizeof *a);
  if (!a)
    return 0;
  a->references = 1;
  struct object *b = a;
  if (sooth_nondet_bool()) {
    b->references++;
    release(b);
  }
#ifdef BUG
  if (sooth_nondet_bool())
    a->references++;
#endif
  release(a);
  assert(freed == 1);
}
