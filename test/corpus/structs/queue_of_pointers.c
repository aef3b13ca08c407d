// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

struct job { int priority; };
struct queue { struct job *jobs[2]; int n; };
struct job *take_best(struct queue *q) {
  struct job *best = q->jobs[0];
  for (int i = 1; i < q->n; i++)
#ifdef BUG
    if (q->jobs[i]->priority < best->priority)
#else
    if (q->jobs[i]->priority > best->priority)
#endif
      best = q->jobs[i];
  return best;
}
int main(void) {
  struct job a = {sooth_nondet_int()}, b = {sooth_nondet_int()};
  struct queue q = {{&a, &b}, 2};
  struct job *j = take_best(&q);
  assert(j->priority >= a.priority && j->priority >= b.priority);
}
