#include "program.h"

/* Values that meet after branches, and values used far from where they are
   read. */
int main(void) {
  int a = Int(), b = Int(), c = Int(), low, high, steps = 0;
  int sum = a + b;
  if (a < b) {
    low = a;
    high = b;
  } else {
    low = b;
    high = a;
  }
  unsigned distance = (unsigned)high - low;
  while (steps < 5 && high - sum != c) {
    int t = low; /* rotated in parallel */
    low = high;
    high = c;
    c = t;
    steps++;
  }
  observe(low);
  observe(high);
  observe(c);
  observe(sum);
  observe(distance);
  observe(steps);
  return 0;
}
