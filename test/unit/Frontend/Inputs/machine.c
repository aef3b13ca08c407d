#include "program.h"

/* A state machine in a loop, as embedded code has it. */
enum { Start, Run, Pause, Stop };
struct Machine {
  unsigned char mode;
  unsigned ticks : 12;
  short level;
};

static struct Machine next(struct Machine m, unsigned char event) {
  switch (m.mode) {
  case Start:
    if (event == 1)
      m.mode = Run;
    break;
  case Run:
    m.ticks++;
    m.level += event;
    if (event > 200)
      m.mode = Pause;
    else if (m.level > 500)
      m.mode = Stop;
    break;
  case Pause:
    m.mode = event ? Run : Start;
    break;
  default:
    reach_error();
  }
  return m;
}

int main(void) {
  struct Machine m = {Start};
  for (int i = 0; i < 8 && m.mode != Stop; i++) {
    m = next(m, Uchar());
    observe(m.mode);
  }
  observe(m.ticks);
  observe(m.level);
  return 0;
}
