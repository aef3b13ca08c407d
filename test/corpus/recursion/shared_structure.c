// RUN: %corpus %s
// EXPECT: safe
// EXPECT: safe -m32
// EXPECT: unsafe -DBUG
// EXPECT: unsafe -DBUG -m32
#include <assert.h>
#include <sooth.h>

/* Two functions and a structure that both change. */
struct counters {
  int even, odd;
} shared;
void odd(struct counters *p, int n);
void even(struct counters *p, int n) {
  if (n <= 0)
    return;
  p->even++;
  odd(p, n - 1);
  odd(p, n - 2);
#ifdef BUG
  p->odd += n == 4;
#endif
  p->even--;
}
void odd(struct counters *p, int n) {
  if (n <= 0)
    return;
  p->odd++;
  even(p, n - 1);
  p->odd--;
}
int main(void) {
  int n = sooth_nondet_int();
  sooth_assume(n <= 12);
  even(&shared, n);
  assert(shared.even == 0 && shared.odd == 0);
}
