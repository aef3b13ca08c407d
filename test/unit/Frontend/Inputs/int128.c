#include "program.h"

int main(void) {
  __int128 x = Long();
  unsigned __int128 y = Ulong();
  __int128 z = x * x + (__int128)y;
  observe(z);
  observe(z >> 64);
  observe(z >> 100);
  observe(x < z);
  y = y * y;
  observe(y >> 64);
  observe((y << 70) >> 66);
  if (y != 0) {
    observe(z / (__int128)(y | 1));
    observe(z % 1000007);
  }
  observe((unsigned __int128)x > y);
  unsigned shift = Uint() % 128;
  observe(z >> shift);
  observe((y << shift) >> 64);
  return 0;
}
