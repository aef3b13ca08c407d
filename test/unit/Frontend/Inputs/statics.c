#include "program.h"

static int counter(int by) {
  static int total = 7;
  static unsigned char calls;
  total += by;
  calls++;
  return total * 2 + calls;
}

static int other(void) {
  static int total; /* another one */
  return ++total;
}

int main(void) {
  int i, n = Uint() % 5;
  for (i = 0; i < n; i++)
    observe(counter(i));
  observe(counter(Int()));
  observe(other() + other());
  observe(counter(0));
  return 0;
}
