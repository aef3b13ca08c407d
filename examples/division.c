// An average over a window that may be empty after all.
//
// OPTIONS: --check=div
// RESULT: Unsafe
#include <sooth.h>

int main(void) {
  unsigned char sum = 0, count = 0;
  for (int i = 0; i < 4; i++) {
    unsigned char sample = sooth_nondet_uchar();
    if (sample > 127)
      continue;
    sum += sample;
    count++;
  }
  return sum / count;
}
