#include "program.h"

int g = 5;
static unsigned short small = 65530;
long never_written = 1L << 40;
static int tentative;
enum State { Idle, Busy = 7, Done } state = Busy;

static void step(int by) {
  g = g * 3 + by;
  small += g;
  if (small > 1000)
    state = state == Busy ? Done : Idle;
}

int main(void) {
  int i, n = Uint() % 6;
  for (i = 0; i < n; i++) {
    step(Int());
    tentative++;
  }
  observe(g);
  observe(small);
  observe(never_written);
  observe(tentative);
  observe(state);
  int g = 1; /* shadows */
  observe(g + state);
  return 0;
}
