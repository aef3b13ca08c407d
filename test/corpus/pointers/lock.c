// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
// Lock objects behind pointers, in a loop without bound.
#include <assert.h>
#include <sooth.h>

struct lock { int held; };
void acquire(struct lock *l) {
  assert(!l->held);
  l->held = 1;
}
void release(struct lock *l) {
  assert(l->held);
  l->held = 0;
}
int main(void) {
  struct lock a = {0}, b = {0};
  while (sooth_nondet_bool()) {
    struct lock *l = sooth_nondet_bool() ? &a : &b;
    acquire(l);
    if (sooth_nondet_bool()) {
      struct lock *other = l == &a ? &b : &a;
      acquire(other);
      release(other);
#ifdef BUG
      if (sooth_nondet_bool())
        continue;
#endif
    }
    release(l);
  }
}
