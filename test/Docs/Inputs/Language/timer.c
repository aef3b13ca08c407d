#include <assert.h>

#define TIMER (*(volatile unsigned *)0x40000024)

int main(void) {
  // The timer counts up, but wraps around.
  unsigned early = TIMER;
  unsigned late = TIMER;
  assert(late - early < 100);
}
