#include "program.h"

/* C89, before prototypes. */
add(a, b)
    int a;
    char b;
{
  return a + b;
}

static counter;

main() {
  register i;
  for (i = 0; i < 3; i++)
    counter = add(counter, Char());
  observe(counter);
  observe(later(counter, 5));
}

later(x, y) { return x * y; }
