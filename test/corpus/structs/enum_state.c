// RUN: %corpus %s
// EXPECT: safe
// EXPECT: unsafe -DBUG
#include <assert.h>
#include <sooth.h>

enum state { Idle, Busy = 5, Done };
struct machine { enum state state; unsigned jobs; };
void step(struct machine *m) {
  switch (m->state) {
  case Idle:
    m->state = Busy;
    break;
  case Busy:
    m->jobs++;
    m->state = Done;
    break;
  case Done:
#ifdef BUG
    m->state = Busy;
#else
    m->state = Idle;
#endif
  }
}
int main(void) {
  struct machine m = {Idle, 0};
  int idle = 0;
  for (int i = 0; i < 6; i++) {
    idle += m.state == Idle;
    step(&m);
    assert(m.jobs <= idle);
  }
}
