// overflow.c put right.
//
// OPTIONS: --check=overflow
// RESULT: Safe
#include <sooth.h>

int main(void) {
  int low = sooth_nondet_int(), high = sooth_nondet_int();
  sooth_assume(0 <= low && low <= high);
  int middle = low + (high - low) / 2;
  return middle >= low;
}
