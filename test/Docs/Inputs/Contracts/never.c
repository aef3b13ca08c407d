#include <sooth.h>

int never(int n) {
  sooth_requires(n > 5);
  sooth_requires(n < 5);
  sooth_assert(n == 42);
  return n;
}
