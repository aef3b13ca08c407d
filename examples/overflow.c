// The binary search that everybody wrote: the middle of two large indices
// overflows. The checks are clang's own.
//
// OPTIONS: --check=overflow
// RESULT: Unsafe
#include <sooth.h>

int main(void) {
  int low = sooth_nondet_int(), high = sooth_nondet_int();
  sooth_assume(0 <= low && low <= high);
  int middle = (low + high) / 2;
  return middle >= low;
}
