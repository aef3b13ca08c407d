// figure_3_2.c with a bound that the second round breaks.
//
// RESULT: Unsafe
#include <assert.h>

int main(void) {
  int i = 0;
  while (i < 5)
    i = i + 3;
  assert(i < 6);
  return 0;
}
